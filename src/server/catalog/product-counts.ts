/** A count is known for this long, in milliseconds: as fresh as the lists it belongs to. */
const FRESH_MS = 1_000;
const MAX_KNOWN = 2_000;

/**
 * How many products a list has in all costs the whole catalogue, and every page and order of the list asks for it: of
 * all who ask within a second one counts.
 */
export class ProductCounts {
  private readonly known = new Map<string, { at: number; count: Promise<number> }>();

  count(key: string, count: () => Promise<number>): Promise<number> {
    const last = this.known.get(key);
    if (last && performance.now() - last.at < FRESH_MS) return last.count;
    const counting = count();
    this.known.delete(key);
    this.known.set(key, { at: performance.now(), count: counting });
    counting.catch(() => this.known.delete(key));
    if (this.known.size > MAX_KNOWN) this.known.delete(this.known.keys().next().value!);
    return counting;
  }
}
