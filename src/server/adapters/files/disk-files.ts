import { randomBytes } from "node:crypto";
import { access, chmod, mkdir, open, readdir, readFile, rename, rm, stat } from "node:fs/promises";
import path from "node:path";
import { checkFileName, type Files, FilesUnavailable, isFileName } from "./files.ts";

/** Files in a folder of this machine, made at the first `put`, that only the shop's own user may open. */
export function diskFiles(folder: string): Files {
  const at = (name: string): string => {
    checkFileName(name);
    return path.join(folder, name);
  };
  return {
    async put(name, bytes) {
      const file = at(name);
      try {
        await closedFolder(folder);
        await writeWhole(folder, file, bytes);
      } catch (error) {
        throw unavailable(folder, error);
      }
    },
    read: async (name) => orUndefined(folder, readFile(at(name))),
    has: async (name) =>
      (await orUndefined(
        folder,
        access(at(name)).then(() => true),
      )) ?? false,
    async remove(name) {
      try {
        await rm(at(name), { force: true });
      } catch (error) {
        throw unavailable(folder, error);
      }
    },
    async *list() {
      for (const name of (await orUndefined(folder, readdir(folder))) ?? []) {
        if (!isFileName(name)) continue;
        const found = await orUndefined(folder, stat(path.join(folder, name)));
        if (found) yield { name, storedAt: found.mtime };
      }
    },
    publicUrl: () => null,
  };
}

/** Makes the folder; one that others could look into, from before, is closed to them. */
async function closedFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const { mode, uid } = await stat(folder);
  if ((mode & 0o077) !== 0 && uid === process.getuid?.()) await chmod(folder, 0o700);
}

/** Under a passing name first: a reader sees the whole file or none, and so does whoever comes after a power cut. */
async function writeWhole(folder: string, file: string, bytes: Buffer): Promise<void> {
  const passing = path.join(folder, `.${randomBytes(8).toString("hex")}.tmp`);
  try {
    const handle = await open(passing, "wx", 0o600);
    try {
      await handle.writeFile(bytes);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(passing, file);
  } catch (error) {
    await rm(passing, { force: true });
    throw error;
  }
  // The new name is kept by the folder, not by the file.
  const handle = await open(folder);
  await handle.sync().finally(() => handle.close());
}

async function orUndefined<Answer>(folder: string, answer: Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await answer;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw unavailable(folder, error);
  }
}

function unavailable(folder: string, cause: unknown): FilesUnavailable {
  const { code } = cause as NodeJS.ErrnoException;
  return new FilesUnavailable(`No se puede usar la carpeta ${folder} (${code ?? String(cause)}).`, { cause });
}
