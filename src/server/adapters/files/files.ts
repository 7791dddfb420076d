import { Unavailable } from "../../../domain/unavailable.ts";
/**
 * Where the shop keeps the files it makes, by name. What lies under a name never changes: whoever stores the same name
 * again stores the same bytes. Every method throws FilesUnavailable where the store does not answer.
 */
export interface Files {
  /** Whole or not at all; safe on disk or in the bucket once it resolves. `type` is the media type. */
  put(name: string, bytes: Buffer, type: string): Promise<void>;
  read(name: string): Promise<Buffer | undefined>;
  has(name: string): Promise<boolean>;
  /** For good; what is not there is removed already. */
  remove(name: string): Promise<void>;
  /** All that is kept, in no order. */
  list(): AsyncIterable<StoredFile>;
  /** Where a browser fetches the file without the shop; null where only the shop can reach it. */
  publicUrl(name: string): string | null;
}

export interface StoredFile {
  name: string;
  storedAt: Date;
}

/** The store cannot be reached, or refuses us: answered as 503, told to whoever typed a command. */
export class FilesUnavailable extends Unavailable {
  override name = "FilesUnavailable";
}

const NAME = /^[a-z0-9-]{1,150}(?:\.[a-z0-9]{1,10}){1,3}$/;

/** Whether a name found in the store is one that we gave. */
export function isFileName(name: string): boolean {
  return NAME.test(name);
}

/** Throws on a name that could mean another place than a file of this store. Such a name is a bug of the caller. */
export function checkFileName(name: string): void {
  if (!isFileName(name)) throw new Error(`Not a file name: ${JSON.stringify(name)}`);
}
