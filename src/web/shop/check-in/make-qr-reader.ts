import { makeNativeReader, readPixels, type ReadCode } from "../../ui/camera/code-reader.ts";

/** Maximum width and height of the decoded picture. Enough for a QR code of 45 × 45 modules half a metre away. */
const MAX_IMAGE_SIDE_PX = 800;

/** The browser's own reader if it reads QR codes. Otherwise a library, which is loaded now. */
export async function makeQrReader(): Promise<ReadCode> {
  const nativeReader = await makeNativeReader(["qr_code"]);
  if (nativeReader) return nativeReader;
  const { decodeQR } = await import("qr/decode.js");
  return async (video) => {
    try {
      return decodeQR(readPixels(video, MAX_IMAGE_SIDE_PX));
    } catch {
      return null;
    }
  };
}
