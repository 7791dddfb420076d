import { randomBytes } from "node:crypto";
import { access, chmod, mkdir, open, readdir, readFile, rename, rm, stat } from "node:fs/promises";
import path from "node:path";
import { checkFileName, type Files, FilesUnavailable, isFileName } from "./files.ts";

/** Files in a folder of this machine, created at the first `put`, accessible only to the shop's own user. */
export function diskFiles(folder: string): Files {
  const pathOf = (name: string): string => {
    checkFileName(name);
    return path.join(folder, name);
  };
  return {
    async put(name, bytes) {
      const filePath = pathOf(name);
      try {
        await makePrivateFolder(folder);
        await writeAtomically(folder, filePath, bytes);
      } catch (error) {
        throw toFilesUnavailable(folder, error);
      }
    },
    read: async (name) => undefinedIfMissing(folder, readFile(pathOf(name))),
    has: async (name) =>
      (await undefinedIfMissing(
        folder,
        access(pathOf(name)).then(() => true),
      )) ?? false,
    async remove(name) {
      try {
        await rm(pathOf(name), { force: true });
      } catch (error) {
        throw toFilesUnavailable(folder, error);
      }
    },
    async *list() {
      for (const name of (await undefinedIfMissing(folder, readdir(folder))) ?? []) {
        if (!isFileName(name)) continue;
        const fileStats = await undefinedIfMissing(folder, stat(path.join(folder, name)));
        if (fileStats) yield { name, storedAt: fileStats.mtime };
      }
    },
    publicUrl: () => null,
  };
}

/** Creates the folder. Removes other users' access to an existing folder that the shop's own user owns. */
async function makePrivateFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const { mode, uid } = await stat(folder);
  if ((mode & 0o077) !== 0 && uid === process.getuid?.()) await chmod(folder, 0o700);
}

/**
 * Writes to a temporary name first, so that a reader never sees a part of a file, even after a power failure: it sees
 * the new file, or what was there before.
 */
async function writeAtomically(folder: string, filePath: string, bytes: Buffer): Promise<void> {
  const temporaryPath = path.join(folder, `.${randomBytes(8).toString("hex")}.tmp`);
  try {
    const handle = await open(temporaryPath, "wx", 0o600);
    try {
      await handle.writeFile(bytes);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(temporaryPath, filePath);
  } catch (error) {
    await rm(temporaryPath, { force: true });
    throw error;
  }
  // The directory stores the new name, so it is synced too.
  const folderHandle = await open(folder);
  await folderHandle.sync().finally(() => folderHandle.close());
}

/** The result, or undefined if the file is missing. */
async function undefinedIfMissing<Result>(folder: string, result: Promise<Result>): Promise<Result | undefined> {
  try {
    return await result;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw toFilesUnavailable(folder, error);
  }
}

function toFilesUnavailable(folder: string, cause: unknown): FilesUnavailable {
  const { code } = cause as NodeJS.ErrnoException;
  return new FilesUnavailable(`No se puede usar la carpeta ${folder} (${code ?? String(cause)}).`, { cause });
}
