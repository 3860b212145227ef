// Counter prints the price of a dish on the menu.
package main

import (
	"bufio"
	"fmt"
	"os"
	"strings"
)

// price looks a dish up in lines of a price and a name.
func price(menu, dish string) (string, bool) {
	lines := bufio.NewScanner(strings.NewReader(menu))
	for lines.Scan() {
		cents, name, ok := strings.Cut(lines.Text(), " ")
		if ok && name == dish {
			return cents, true
		}
	}
	return "", false
}

func main() {
	if len(os.Args) != 3 {
		fmt.Fprintln(os.Stderr, "usage: counter MENU DISH")
		os.Exit(2)
	}
	menu, err := os.ReadFile(os.Args[1])
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	cents, ok := price(string(menu), os.Args[2])
	if !ok {
		fmt.Fprintf(os.Stderr, "%q is not on the menu\n", os.Args[2])
		os.Exit(1)
	}
	fmt.Println(cents)
}
