import { execFileSync } from "node:child_process";
import { closeSync, openSync, rmSync, writeSync } from "node:fs";
import path from "node:path";

/** A small disk that can be filled. */
export interface Disk {
  /** Writes until nothing more fits. */
  fill(): void;
  /** Deletes what `fill` wrote. */
  free(): void;
  unmount(): void;
}

const MEGABYTES = 700;

/** Mounts a disk in memory at a folder. Null if this machine does not allow it (it needs root). */
export function mountDisk(folder: string): Disk | null {
  const size = `size=${MEGABYTES}m`;
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", size, "tmpfs", folder], { stdio: "ignore" });
  } catch {
    return null;
  }
  const filler = path.join(folder, "filler");
  const free = (): void => rmSync(filler, { force: true });
  return {
    fill: () => {
      const file = openSync(filler, "w");
      try {
        for (const bytes of [1 << 20, 1 << 12]) writeUntilFull(file, Buffer.alloc(bytes));
      } finally {
        closeSync(file);
      }
    },
    free,
    unmount: () => void execFileSync("umount", ["--lazy", folder]),
  };
}

function writeUntilFull(file: number, block: Buffer): void {
  try {
    for (;;) writeSync(file, block);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOSPC") throw error;
  }
}
