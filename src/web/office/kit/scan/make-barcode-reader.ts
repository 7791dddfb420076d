import { makeNativeReader, readPixels, type ReadCode } from "../../../ui/camera/code-reader.ts";

/** Maximum side of the analysed picture, in pixels: enough for the narrow bars of a label that fills half of it. */
const MAX_SIDE_PX = 1_280;

/** The browser's own reader if it reads EAN-13 and Code 128. Otherwise loads our own. */
export async function makeBarcodeReader(): Promise<ReadCode> {
  const nativeReader = await makeNativeReader(["ean_13", "code_128"], ["ean_8", "upc_a"]);
  if (nativeReader) return nativeReader;
  const { readPictureBarcode } = await import("./read-picture-barcode.ts");
  return async (video) => readPictureBarcode(readPixels(video, MAX_SIDE_PX));
}
