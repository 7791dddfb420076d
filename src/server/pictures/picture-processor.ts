import type { PictureRefusal, ProcessedPicture } from "./process-picture.ts";
import { ServiceUnavailable } from "../../domain/service-unavailable.ts";

/** Each waiting picture keeps up to 20 MB in memory. */
const MAX_WAITING_PICTURES = 10;

/** Thrown if too many pictures wait to be encoded. Answered as 503. */
export class PictureQueueFull extends ServiceUnavailable {
  override name = "PictureQueueFull";
}

/** Encodes pictures one after the other, so that a burst of uploads leaves a CPU core for requests. */
export class PictureProcessor {
  /** The pictures that wait, and the one that is being encoded. */
  private pendingCount = 0;
  private lastEncoding: Promise<unknown> = Promise.resolve();

  async process(bytes: Buffer): Promise<ProcessedPicture | PictureRefusal> {
    if (this.pendingCount > MAX_WAITING_PICTURES) throw new PictureQueueFull();
    this.pendingCount++;
    const result = this.lastEncoding.then(async () => {
      // Loaded with the first picture: 25 MB that a process without uploads does not need.
      const { processPicture } = await import("./process-picture.ts");
      return processPicture(bytes);
    });
    this.lastEncoding = result.catch(() => {}).finally(() => this.pendingCount--);
    return result;
  }
}
