package io.polyplug.process;

interface ProcessPlaceholder {}
