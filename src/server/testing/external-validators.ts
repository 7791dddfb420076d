import { spawnSync } from "node:child_process";

const VERSION: Record<string, string> = { openssl: "version", pdftotext: "-v", pdftoppm: "-v" };

/** Programs of others that judge what we made; Debian's, not needed by the shop. Tests that need one are skipped without. */
export function hasProgram(name: "xmllint" | "xsltproc" | "openssl" | "zbarimg" | "pdftotext" | "pdftoppm"): boolean {
  return spawnSync(name, [VERSION[name] ?? "--version"]).error === undefined;
}

/** Runs a program on some input; throws with its own words where it says no. */
export function runProgram(name: string, args: string[], input: string | Uint8Array = ""): Buffer {
  const { status, stdout, stderr, error } = spawnSync(name, args, { input, maxBuffer: 64 * 1024 * 1024 });
  if (error) throw error;
  if (status !== 0) throw new Error(`${name}: ${stderr.toString().slice(0, 2_000)}${stdout.toString().slice(0, 500)}`);
  return stdout;
}
