import { existsSync } from "node:fs";
import path from "node:path";

/**
 * SAT's schemas, style sheets, catalogues and test certificates, which the project does not ship: `SAT_DIR`, or `shared/sat`
 * beside the checkout. Null where there are none: tests that need them say so and are skipped.
 */
export const SAT_DIR =
  [process.env.SAT_DIR, path.resolve(import.meta.dirname, "../../../../shared/sat")].find(
    (dir) => dir !== undefined && existsSync(path.join(dir, "catalogs.json")),
  ) ?? null;

export function satFile(...parts: string[]): string {
  if (SAT_DIR === null) throw new Error("no SAT files beside the checkout: set SAT_DIR");
  return path.join(SAT_DIR, ...parts);
}

export const NO_SAT_FILES = "los archivos del SAT no están junto al proyecto (SAT_DIR)";
