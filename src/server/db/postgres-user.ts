import { readFileSync, statSync } from "node:fs";
import path from "node:path";

/** How to start a PostgreSQL program: its command prefix and the owner of its files. */
export interface ProgramUser {
  uid?: number;
  gid?: number;
  prefix: string[];
}

/**
 * PostgreSQL refuses to run as root. If we are root, its programs run as `nobody`. If one of the paths has a folder
 * that is not accessible to other users (a clone under /root, a `mktemp -d`), the programs get the capability
 * CAP_DAC_OVERRIDE.
 */
export function choosePostgresUser(paths: string[]): ProgramUser {
  if (process.getuid?.() !== 0) return { prefix: [] };
  const { uid, gid } = findNobodyUser();
  if (paths.every(isAccessibleToOthers)) return { uid, gid, prefix: [] };
  return {
    uid,
    gid,
    prefix: [
      "setpriv",
      `--reuid=${uid}`,
      `--regid=${gid}`,
      "--clear-groups",
      // Without this, access() ignores the capabilities of a user other than root, and initdb fails.
      "--securebits=+no_setuid_fixup",
      "--inh-caps=-all,+dac_override",
      "--ambient-caps=-all,+dac_override",
    ],
  };
}

function findNobodyUser(): { uid: number; gid: number } {
  const users = readFileSync("/etc/passwd", "utf8").split("\n");
  const [, , uid, gid] = (users.find((line) => line.startsWith("nobody:")) ?? "").split(":");
  return { uid: Number(uid ?? 65_534), gid: Number(gid ?? 65_534) };
}

function isAccessibleToOthers(target: string): boolean {
  for (let folder = path.dirname(path.resolve(target)); ; folder = path.dirname(folder)) {
    if ((statSync(folder).mode & 0o001) === 0) return false;
    if (folder === path.dirname(folder)) return true;
  }
}
