import { makeNativeReader, readPixels, type ReadCode } from "../../ui/camera/code-reader.ts";

/** The longer side of the decoded picture. Enough for 45 modules half a metre away, and fast on an old phone. */
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
