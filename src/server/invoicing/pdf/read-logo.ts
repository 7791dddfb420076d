import type { App } from "../../app.ts";
import type { Shop } from "../../shops/shop.ts";

/**
 * The shop's logo as a PNG for the PDF. Null if the shop has none or its file cannot be read: then the shop's name is
 * drawn instead, and the invoice is not delayed. The file was created by `pictures/`.
 */
export async function readLogo(app: Pick<App, "files" | "log">, shop: Pick<Shop, "logo">): Promise<Buffer | null> {
  const name = /\/pictures\/([a-z0-9-]+\.\d+\.webp)$/.exec(shop.logo ?? "")?.[1];
  if (name === undefined) return null;
  try {
    const bytes = await app.files.read(name);
    if (!bytes) return null;
    const { default: sharp } = await import("sharp");
    return await sharp(bytes).png().toBuffer();
  } catch (error) {
    app.log.warn({ err: error }, "an invoice is drawn without its logo");
    return null;
  }
}
