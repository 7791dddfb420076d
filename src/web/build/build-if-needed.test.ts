import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { isBuildNeeded, replaceFolder } from "./build-if-needed.ts";

const BUILDER_PATH = "node_modules/@react-router/dev/bin.cjs";
const BUILT_FILE = "build/server/index.js";
let root: string;

beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), "escaparate-build-"));
  writeFileAt("src/page.tsx", 100);
  writeFileAt("vite.config.ts", 100);
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

/** Writes a file and sets its modification time, and its folder's, to `seconds` after 1970. */
function writeFileAt(name: string, seconds: number): void {
  const file = path.join(root, name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, "");
  for (const target of [file, path.dirname(file)]) utimesSync(target, seconds, seconds);
}

test("a fresh clone builds its pages once, and again when a source file is newer", () => {
  writeFileAt(BUILDER_PATH, 100);
  expect(isBuildNeeded(root)).toBe(true);
  writeFileAt(BUILT_FILE, 200);
  expect(isBuildNeeded(root)).toBe(false);
  writeFileAt("src/page.tsx", 300);
  expect(isBuildNeeded(root)).toBe(true);
});

test("a container image without the build tools uses its build, whatever the dates of its folders", () => {
  writeFileAt(BUILT_FILE, 200);
  writeFileAt("src/page.tsx", 300);
  expect(isBuildNeeded(root)).toBe(false);
});

test("of two builds, the later one replaces the other completely", () => {
  for (const folder of ["build", "build-1", "build-2"]) writeFileAt(`${folder}/server/${folder}.js`, 100);
  replaceFolder(path.join(root, "build"), path.join(root, "build-1"));
  replaceFolder(path.join(root, "build"), path.join(root, "build-2"));
  expect(readdirSync(path.join(root, "build/server"))).toEqual(["build-2.js"]);
  expect(readdirSync(root).filter((name) => name.startsWith("build"))).toEqual(["build"]);
});

test("a new clone has no build to replace", () => {
  writeFileAt("build-1/server/index.js", 100);
  replaceFolder(path.join(root, "build"), path.join(root, "build-1"));
  expect(readdirSync(path.join(root, "build"))).toEqual(["server"]);
});
