import { isRefusal } from "../../../../domain/refusal.ts";
import { refusalText } from "../../../../domain/refusal-text.ts";
import type { App } from "../../../../server/app.ts";
import type { Actor } from "../../../../server/change-log/change-log.ts";
import { importPostalCodes, type PostalCodeCounts } from "../../../../server/postal-codes/import-postal-codes.ts";
import { MAX_POSTAL_CODES_BYTES, readPostalCodes } from "../../../../server/postal-codes/read-postal-codes.ts";
import { readUpload } from "../../guard.ts";

/** Replaces the stored postal codes with the uploaded list. `failure` is the text for staff if it is refused. */
export async function importUploadedPostalCodes(
  app: App,
  request: Request,
  by: Actor,
): Promise<{ failure: string } | { counts: PostalCodeCounts }> {
  const upload = await readUpload(request, MAX_POSTAL_CODES_BYTES);
  if (!upload) return { failure: refusalText("postal_codes_too_large", "staff") };
  const [file] = upload.files("file");
  if (!file) return { failure: "Elige un archivo que no esté vacío." };
  const list = await readPostalCodes(file.stream());
  if (isRefusal(list)) return { failure: refusalText(list.refused, "staff") };
  const fileName =
    file.name
      .toWellFormed()
      .replaceAll(/\p{Cc}/gu, " ")
      .trim()
      .slice(0, 120) || "lista.txt";
  return { counts: await importPostalCodes(app, { list, fileName, by }) };
}
