import { readFileSync, statSync } from "node:fs";
import path from "node:path";

/** How to start a PostgreSQL program here: what to put in front of it, and who owns its files. */
export interface ProgramUser {
  uid?: number;
  gid?: number;
  prefix: string[];
}

/**
 * PostgreSQL refuses to run as root. For root its programs run as `nobody`; where a folder on the way is closed to
 * others (a clone under /root, a `mktemp -d`), with the one capability that lets them pass.
 */
export function postgresUser(paths: string[]): ProgramUser {
  if (process.getuid?.() !== 0) return { prefix: [] };
  const { uid, gid } = ordinaryUser();
  if (paths.every(openToOthers)) return { uid, gid, prefix: [] };
  return {
    uid,
    gid,
    prefix: [
      "setpriv",
      `--reuid=${uid}`,
      `--regid=${gid}`,
      "--clear-groups",
      // access() asks by the real user, and would forget the capability: initdb looks for its programs that way.
      "--securebits=+no_setuid_fixup",
      "--inh-caps=-all,+dac_override",
      "--ambient-caps=-all,+dac_override",
    ],
  };
}

function ordinaryUser(): { uid: number; gid: number } {
  const users = readFileSync("/etc/passwd", "utf8").split("\n");
  const [, , uid, gid] = (users.find((line) => line.startsWith("nobody:")) ?? "").split(":");
  return { uid: Number(uid ?? 65_534), gid: Number(gid ?? 65_534) };
}

function openToOthers(target: string): boolean {
  for (let at = path.dirname(path.resolve(target)); ; at = path.dirname(at)) {
    if ((statSync(at).mode & 0o001) === 0) return false;
    if (at === path.dirname(at)) return true;
  }
}
