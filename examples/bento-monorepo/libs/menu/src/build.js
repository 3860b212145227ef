import { mkdirSync, writeFileSync } from "node:fs";
import { menu, toLines } from "./menu.js";

mkdirSync("dist", { recursive: true });
writeFileSync("dist/menu.txt", toLines(menu));
