interface NativeDetector {
  detect(source: HTMLVideoElement): Promise<{ rawValue: string }[]>;
}
interface NativeDetectorClass {
  new (options: { formats: string[] }): NativeDetector;
  getSupportedFormats(): Promise<string[]>;
}

/** Reads the text of a code in view; null if there is none. */
export type ReadCode = (video: HTMLVideoElement) => Promise<string | null>;

/**
 * The browser's own reader (Android, macOS). Undefined if it does not read all `neededFormats`. It also reads those of
 * the `optionalFormats` that the browser supports.
 */
export async function makeNativeReader(
  neededFormats: string[],
  optionalFormats: string[] = [],
): Promise<ReadCode | undefined> {
  const { BarcodeDetector: DetectorClass } = globalThis as { BarcodeDetector?: NativeDetectorClass };
  const supportedFormats = (await DetectorClass?.getSupportedFormats().catch(() => null)) ?? [];
  if (!DetectorClass || !neededFormats.every((format) => supportedFormats.includes(format))) return undefined;
  const detector = new DetectorClass({
    formats: [...neededFormats, ...optionalFormats.filter((format) => supportedFormats.includes(format))],
  });
  return async (video) => (await detector.detect(video))[0]?.rawValue ?? null;
}

const canvasContexts = new WeakMap<HTMLVideoElement, CanvasRenderingContext2D>();

/** The pixels of the camera's picture, at most `maxSide` wide and high. */
export function readPixels(video: HTMLVideoElement, maxSide: number): ImageData {
  const context =
    canvasContexts.get(video) ?? document.createElement("canvas").getContext("2d", { willReadFrequently: true })!;
  canvasContexts.set(video, context);
  const scale = Math.min(1, maxSide / Math.max(video.videoWidth, video.videoHeight));
  context.canvas.width = Math.round(video.videoWidth * scale);
  context.canvas.height = Math.round(video.videoHeight * scale);
  context.drawImage(video, 0, 0, context.canvas.width, context.canvas.height);
  return context.getImageData(0, 0, context.canvas.width, context.canvas.height);
}
