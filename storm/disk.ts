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

const DISK_MEGABYTES = 700;

/** Mounts a disk in memory at a folder. Null if this machine does not allow it (it needs root). */
export function mountDisk(folder: string): Disk | null {
  const size = `size=${DISK_MEGABYTES}m`;
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", size, "tmpfs", folder], { stdio: "ignore" });
  } catch {
    return null;
  }
  const fillerPath = path.join(folder, "filler");
  const free = (): void => rmSync(fillerPath, { force: true });
  return {
    fill: () => {
      const fileDescriptor = openSync(fillerPath, "w");
      try {
        for (const bytes of [1 << 20, 1 << 12]) writeUntilFull(fileDescriptor, Buffer.alloc(bytes));
      } finally {
        closeSync(fileDescriptor);
      }
    },
    free,
    unmount: () => void execFileSync("umount", ["--lazy", folder]),
  };
}

function writeUntilFull(fileDescriptor: number, block: Buffer): void {
  try {
    for (;;) writeSync(fileDescriptor, block);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOSPC") throw error;
  }
}
