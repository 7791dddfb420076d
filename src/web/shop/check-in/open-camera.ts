/** Reads the text of a QR code in view; null if there is none. */
export type ReadQr = (video: HTMLVideoElement) => Promise<string | null>;

interface NativeDetector {
  detect(source: HTMLVideoElement): Promise<{ rawValue: string }[]>;
}
interface NativeDetectorClass {
  new (options: { formats: string[] }): NativeDetector;
  getSupportedFormats(): Promise<string[]>;
}

/** Enough for 45 modules half a metre away, small enough for an old phone. */
const MAX_SIDE = 800;

/** The browser's own reader if it reads QR codes (Android, macOS), else a library that is loaded now. */
export async function makeQrReader(): Promise<ReadQr> {
  const { BarcodeDetector: Native } = globalThis as { BarcodeDetector?: NativeDetectorClass };
  const formats = (await Native?.getSupportedFormats().catch(() => null)) ?? [];
  if (Native && formats.includes("qr_code")) {
    const detector = new Native({ formats: ["qr_code"] });
    return async (video) => (await detector.detect(video))[0]?.rawValue ?? null;
  }
  const { decodeQR } = await import("qr/decode.js");
  const canvas = document.createElement("canvas");
  const pen = canvas.getContext("2d", { willReadFrequently: true })!;
  return async (video) => {
    const scale = Math.min(1, MAX_SIDE / Math.max(video.videoWidth, video.videoHeight));
    canvas.width = Math.round(video.videoWidth * scale);
    canvas.height = Math.round(video.videoHeight * scale);
    pen.drawImage(video, 0, 0, canvas.width, canvas.height);
    try {
      return decodeQR(pen.getImageData(0, 0, canvas.width, canvas.height));
    } catch {
      return null;
    }
  };
}

/** Why there is no picture, for staff. */
export function cameraError(error: unknown): string {
  const { name } = error as Partial<DOMException>;
  if (name === "NotAllowedError") {
    return "El teléfono no dio permiso de usar la cámara. Dáselo en los ajustes del navegador, o escribe los códigos.";
  }
  if (name === "NotFoundError" || name === "OverconstrainedError") {
    return "Este dispositivo no tiene cámara. Escribe los códigos o usa un lector.";
  }
  if (name === "NotReadableError") return "Otra aplicación está usando la cámara. Ciérrala e intenta de nuevo.";
  return "No se pudo encender la cámara. Intenta de nuevo, o escribe los códigos.";
}

/** The rear camera of a phone that has two. */
export function openCamera(): Promise<MediaStream> {
  // The camera API does not exist without https.
  if (!navigator.mediaDevices) return Promise.reject(new Error("no camera"));
  const video = { facingMode: "environment", width: { ideal: 1280 }, height: { ideal: 720 } };
  return navigator.mediaDevices.getUserMedia({ video, audio: false });
}

/** Whether this camera has a torch. Not every browser reports it. */
export function hasTorch(stream: MediaStream): boolean {
  const track = stream.getVideoTracks()[0];
  return Boolean((track?.getCapabilities?.() as { torch?: boolean } | undefined)?.torch);
}

export async function setTorch(stream: MediaStream, on: boolean): Promise<void> {
  await stream.getVideoTracks()[0]?.applyConstraints({ advanced: [{ torch: on } as MediaTrackConstraintSet] });
}
