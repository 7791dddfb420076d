import { ServiceUnavailable } from "../../../domain/service-unavailable.ts";

/**
 * A store of files, by name. Storing a name again replaces its bytes. Pictures and private files never change. A backup
 * overwrites only the file that contains its reach. Every method throws FilesUnavailable if the store is unavailable.
 */
export interface Files {
  /** Stores a file atomically. Once the promise resolves, the file is durable. */
  put(name: string, bytes: Buffer, mediaType: string): Promise<void>;
  read(name: string): Promise<Buffer | undefined>;
  has(name: string): Promise<boolean>;
  /** Deletes a file permanently. A missing file is not an error. */
  remove(name: string): Promise<void>;
  /** All stored files, in no particular order. */
  list(): AsyncIterable<StoredFile>;
  /** The URL at which browsers fetch the file directly. Null if only the shop can read it. */
  publicUrl(name: string): string | null;
}

export interface StoredFile {
  name: string;
  storedAt: Date;
}

/** The store is unavailable or refuses access. The shop answers 503, and a command prints the message. */
export class FilesUnavailable extends ServiceUnavailable {
  override name = "FilesUnavailable";
}

const FILE_NAME_PATTERN = /^[a-z0-9-]{1,150}(?:\.[a-z0-9]{1,10}){1,3}$/;

/** Whether a name has the format of the shop's files. A store may contain other files. */
export function isFileName(name: string): boolean {
  return FILE_NAME_PATTERN.test(name);
}

/**
 * Throws on a name that is not in the format of `isFileName`, because it could refer outside this store. Such a name is
 * a bug of the caller.
 */
export function checkFileName(name: string): void {
  if (!isFileName(name)) throw new Error(`Not a file name: ${JSON.stringify(name)}`);
}
