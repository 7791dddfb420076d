import { existsSync, writeFileSync } from "node:fs";
import path from "node:path";

/**
 * The folder with SAT's schemas, style sheets, catalogues and test certificates, from the environment variable
 * `SAT_DIR`. The repository does not contain them: CONTRIBUTING.md says where they come from. Null without the
 * variable: tests that need the files are then skipped and say so.
 */
export const SAT_DIR = process.env.SAT_DIR || null;

if (SAT_DIR !== null && !existsSync(path.join(SAT_DIR, "catalogs.json"))) {
  throw new Error(`SAT_DIR has no catalogs.json: ${SAT_DIR} (see CONTRIBUTING.md, "SAT's files")`);
}

export function satFilePath(...parts: string[]): string {
  if (SAT_DIR === null) throw new Error(NO_SAT_FILES);
  return path.join(SAT_DIR, ...parts);
}

/** Writes an XML schema that imports SAT's schemas of CFDIs, stamps and payments to this folder. Returns its path. */
export function writeSatSchema(folder: string): string {
  const imports = [
    ["http://www.sat.gob.mx/cfd/4", "xsd/cfd/4/cfdv40.xsd"],
    ["http://www.sat.gob.mx/TimbreFiscalDigital", "xsd/cfd/TimbreFiscalDigital/TimbreFiscalDigitalv11.xsd"],
    ["http://www.sat.gob.mx/Pagos20", "xsd/cfd/Pagos/Pagos20.xsd"],
  ].map(([namespace, file]) => `<xs:import namespace="${namespace}" schemaLocation="${satFilePath(file!)}"/>`);
  const schemaPath = path.join(folder, "sat.xsd");
  writeFileSync(
    schemaPath,
    `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" elementFormDefault="qualified">${imports.join("")}</xs:schema>`,
  );
  return schemaPath;
}

/** The reason why a test is skipped. Tests have it in their titles. */
export const NO_SAT_FILES = `skipped without SAT's files: set SAT_DIR, see CONTRIBUTING.md, "SAT's files"`;
