import type { Problem } from "../../../contract/problem.ts";
import { MAX_RETURN_PICTURE_BYTES, MAX_RETURN_PICTURES } from "../../../domain/return.ts";

export interface SendFailure {
  reason: string;
  /** The files that can be sent again. */
  files: readonly File[];
}

interface Options {
  /** How many more pictures the return may have. */
  allowedCount: number;
  upload: (file: File, index: number) => Promise<{ return: unknown } | Pick<Problem, "status" | "detail">>;
}

/** Sends files one by one until one fails. Returns null if the shop has all of them. */
export async function sendPictures(
  files: readonly File[],
  { allowedCount, upload }: Options,
): Promise<SendFailure | null> {
  for (const [index, file] of files.slice(0, allowedCount).entries()) {
    const outcome =
      file.size > MAX_RETURN_PICTURE_BYTES
        ? { status: 413, detail: `${file.name} pesa demasiado: una foto puede pesar hasta 10 MB.` }
        : await upload(file, index);
    if ("detail" in outcome) return { reason: outcome.detail, files: filesToResend(files, index, outcome.status) };
  }
  if (files.length <= allowedCount) return null;
  return { reason: `Caben ${MAX_RETURN_PICTURES} fotos por devolución.`, files: [] };
}

/**
 * The files that can be sent again after the one at `index` failed. A file that was refused for its content or size
 * would be refused again, so it is left out. After a conflict (409) the return accepts no more pictures.
 */
function filesToResend(files: readonly File[], index: number, status: number): readonly File[] {
  if (status === 409) return [];
  return files.slice(status === 413 || status === 422 ? index + 1 : index);
}
