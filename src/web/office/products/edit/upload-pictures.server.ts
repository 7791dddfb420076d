import { isRefusal } from "../../../../domain/refusal.ts";
import type { App } from "../../../../server/app.ts";
import { refusalText } from "../../../../domain/refusal-text.ts";
import { addPicture } from "../../../../server/pictures/add-picture.ts";
import type { Actor } from "../../../../server/change-log/change-log.ts";
import { readUpload } from "../../guard.ts";

/** Limit of the files of one upload together. It admits four pictures of the largest size. */
const MAX_UPLOAD_BYTES = 80 * 1024 * 1024;
const MAX_FILES = 12;

/** Adds pictures one after the other. A refused picture is reported with its file name and does not stop the others. */
export async function uploadPictures(
  app: App,
  productId: string,
  request: Request,
  by: Actor,
): Promise<{ done?: string; failure?: string }> {
  const upload = await readUpload(request, MAX_UPLOAD_BYTES);
  if (!upload) return { failure: "Son demasiados megas de una vez: sube hasta 80 MB." };
  const files = upload.files("picture");
  if (files.length === 0) return { failure: "Elige al menos una foto." };
  if (files.length > MAX_FILES) return { failure: `Sube hasta ${MAX_FILES} fotos de una vez.` };
  let acceptedCount = 0;
  const refusalTexts: string[] = [];
  for (const file of files) {
    const bytes = Buffer.from(await file.arrayBuffer());
    const outcome = await addPicture(app, { productId, bytes, by });
    if (!isRefusal(outcome)) acceptedCount++;
    else refusalTexts.push(`${file.name.slice(0, 80)}: ${refusalText(outcome.refused, "staff")}`);
  }
  return {
    ...(acceptedCount > 0 ? { done: acceptedCount === 1 ? "Una foto lista." : `${acceptedCount} fotos listas.` } : {}),
    ...(refusalTexts.length > 0 ? { failure: refusalTexts.join(" ") } : {}),
  };
}
