import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, statSync } from "node:fs";
import path from "node:path";

const ROOT = path.resolve(import.meta.dirname, "../../..");

/** Where the built pages lie: `client/` for the browser, `server/` for us. */
export const BUILD = path.join(ROOT, "build");

/** Builds the pages where the build is missing or older than what it is made of. */
export function buildIfNeeded(): void {
  const stamp = path.join(BUILD, "server/index.js");
  const builtAt = existsSync(stamp) ? statSync(stamp).mtimeMs : 0;
  if (builtAt > newest(path.join(ROOT, "src")) && builtAt > newest(path.join(ROOT, "vite.config.ts"))) return;
  console.log("Construyendo las páginas (solo la primera vez)…");
  const vite = path.join(ROOT, "node_modules/@react-router/dev/bin.cjs");
  // Whoever asks, a test or the development shop: what is built is for production.
  const env = { ...process.env, NODE_ENV: "production", VITEST: undefined };
  const result = spawnSync(process.execPath, [vite, "build"], { cwd: ROOT, encoding: "utf8", env });
  if (result.status !== 0) throw new Error(`La construcción falló:\n${result.stdout}\n${result.stderr}`);
}

function newest(target: string): number {
  const at = statSync(target);
  if (!at.isDirectory()) return at.mtimeMs;
  return readdirSync(target).reduce((latest, name) => Math.max(latest, newest(path.join(target, name))), at.mtimeMs);
}
