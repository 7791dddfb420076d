import { spawnSync } from "node:child_process";

const VERSION_OPTIONS: Record<string, string> = { openssl: "version", pdftotext: "-v", pdftoppm: "-v" };

/**
 * Whether this machine has one of the independent programs that validate our output (Debian packages). The shop does
 * not need them. Tests that need a program are skipped without it.
 */
export function hasProgram(name: "xmllint" | "xsltproc" | "openssl" | "zbarimg" | "pdftotext" | "pdftoppm"): boolean {
  return spawnSync(name, [VERSION_OPTIONS[name] ?? "--version"]).error === undefined;
}

/** Runs a program with an input. Throws with the program's message if it fails. */
export function runProgram(name: string, args: string[], input: string | Uint8Array = ""): Buffer {
  const { status, stdout, stderr, error } = spawnSync(name, args, { input, maxBuffer: 64 * 1024 * 1024 });
  if (error) throw error;
  if (status !== 0) throw new Error(`${name}: ${stderr.toString().slice(0, 2_000)}${stdout.toString().slice(0, 500)}`);
  return stdout;
}
