import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { MUTANTS, type Mutant } from "./mutants.ts";
import { runStorm, type StormOptions } from "./storm.ts";

/** What is copied for a mutant. `LINKED_PATHS` are linked, and the rest is not needed. */
const COPIED_PATHS = [
  "src",
  "demo",
  "db",
  "package.json",
  "vite.config.ts",
  "react-router.config.ts",
  "tsconfig.json",
  "build/server",
];
const LINKED_PATHS = ["node_modules", "build/client"];
const BUILT_PAGES = "build/server/index.js";
const SEEDS = [1, 2, 3];

/**
 * For each mutant whose name contains this text, runs storms with different seeds until one finds a violation. Returns
 * the names of the mutants that no storm detected.
 */
export async function runMutants(options: StormOptions, textInName: string): Promise<string[]> {
  const mutants = MUTANTS.filter(({ name }) => name.includes(textInName));
  const missedNames: string[] = [];
  for (const mutant of mutants) {
    const violation = await findViolation(mutant, options);
    console.log(
      `${violation === undefined ? "MISSED" : "caught"}  ${mutant.name}${violation ? `\n          ${violation}` : ""}`,
    );
    if (violation === undefined) missedNames.push(mutant.name);
  }
  console.log(`${mutants.length - missedNames.length} of ${mutants.length} mutants caught`);
  return missedNames;
}

async function findViolation(mutant: Mutant, options: StormOptions): Promise<string | undefined> {
  const root = createMutant(mutant, options.root);
  try {
    for (const seed of SEEDS) {
      const { violations } = await runStorm({ ...options, root, seed, report: () => {} });
      if (violations.length > 0) return violations[0]!.slice(0, 160);
    }
    return undefined;
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

/** Creates a copy of the program with the changed line, and returns its folder. */
function createMutant({ file, find, replace }: Mutant, root: string): string {
  const folder = mkdtempSync(path.join(tmpdir(), "escaparate-mutant-"));
  for (const name of COPIED_PATHS) execFileSync("cp", ["-a", "--parents", name, folder], { cwd: root });
  for (const name of LINKED_PATHS) symlinkSync(path.join(root, name), path.join(folder, name));
  changeFile(path.join(folder, file), find, replace);
  // The panel's actions run from the built pages. If the bundler has changed the line, it is not replaced there, and
  // only API calls, jobs and commands have the mistake.
  changeFile(path.join(folder, BUILT_PAGES), find, replace);
  return folder;
}

/** Changes a file and keeps its modification time, so that the pages are not built again. */
function changeFile(file: string, find: string, replace: string): void {
  const { atime, mtime } = statSync(file);
  writeFileSync(file, readFileSync(file, "utf8").replace(find, replace));
  utimesSync(file, atime, mtime);
}
