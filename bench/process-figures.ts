import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

/** Kernel ticks per second: 100 on nearly all systems. */
const TICKS_PER_SECOND = Number(execFileSync("getconf", ["CLK_TCK"], { encoding: "utf8" }));

/** The CPU time that all threads of a process have used in user and kernel mode, in milliseconds (proc(5), stat). */
export function readCpuMs(pid: number): number {
  // The name in parentheses may contain spaces, so only the fields after it are split.
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)!.split(" ");
  return ((Number(fields[11]) + Number(fields[12])) * 1_000) / TICKS_PER_SECOND;
}

/** Resident memory of a process, in bytes. */
export function readResidentBytes(pid: number): number {
  const kibibytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
  return Number(kibibytes) * 1024;
}
