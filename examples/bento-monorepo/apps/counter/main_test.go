package main

import (
	"os"
	"testing"
)

func TestADishOfTheBuiltMenuHasAPrice(t *testing.T) {
	menu, err := os.ReadFile("../../libs/menu/dist/menu.txt")
	if err != nil {
		t.Fatal("build menu first:", err)
	}
	if cents, ok := price(string(menu), "green tea"); !ok || cents != "180" {
		t.Errorf("got %q, %v", cents, ok)
	}
}

func TestOtherDishesHaveNone(t *testing.T) {
	if cents, ok := price("120 rice\n", "pizza"); ok {
		t.Errorf("got %q", cents)
	}
}
