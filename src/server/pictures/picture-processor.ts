import type { PictureRefusal, ProcessedPicture } from "./process-picture.ts";
import { Unavailable } from "../../domain/unavailable.ts";

/** Each waits with its bytes in memory, up to 20 MB. */
const MAX_WAITING = 10;

/** Thrown when too many pictures wait to be encoded: answered as 503. */
export class PicturesBusy extends Unavailable {
  override name = "PicturesBusy";
}

/** Encodes pictures one after the other: a burst of uploads must leave the shop a core. */
export class PictureProcessor {
  private waiting = 0;
  private last: Promise<unknown> = Promise.resolve();

  async process(bytes: Buffer): Promise<ProcessedPicture | PictureRefusal> {
    if (this.waiting > MAX_WAITING) throw new PicturesBusy();
    this.waiting++;
    const answer = this.last.then(async () => {
      // Loaded with the first picture: 25 MB that a shop which only sells never needs.
      const { processPicture } = await import("./process-picture.ts");
      return processPicture(bytes);
    });
    this.last = answer.catch(() => {}).finally(() => this.waiting--);
    return answer;
  }
}
