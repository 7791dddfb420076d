import { makeNativeReader, readPixels, type ReadCode } from "../../ui/camera/code-reader.ts";

/** In pixels. Enough for 45 modules half a metre away, and small enough for an old phone. */
const MAX_SIDE = 800;

/** The browser's own reader if it reads QR codes. Otherwise a library, which is loaded now. */
export async function makeQrReader(): Promise<ReadCode> {
  const native = await makeNativeReader(["qr_code"]);
  if (native) return native;
  const { decodeQR } = await import("qr/decode.js");
  return async (video) => {
    try {
      return decodeQR(readPixels(video, MAX_SIDE));
    } catch {
      return null;
    }
  };
}
