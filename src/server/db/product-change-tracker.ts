/**
 * Records, per product, when this process last changed its stock. A cached response that shows the product and is older
 * is not served again, so a customer who adds a piece immediately sees the stock without it.
 */
export class ProductChangeTracker {
  private sequence = 0;
  private readonly last = new Map<string, number>();

  touch(productIds: Iterable<string>): void {
    this.sequence++;
    for (const id of productIds) {
      this.last.delete(id);
      this.last.set(id, this.sequence);
    }
    // The oldest entries are no longer in any cache: cached responses live for one second.
    while (this.last.size > 20_000) this.last.delete(this.last.keys().next().value!);
  }

  /** The current position, to be read before a response is computed. */
  now(): number {
    return this.sequence;
  }

  changedSince(moment: number, productIds: readonly string[]): boolean {
    if (moment === this.sequence) return false;
    return productIds.some((id) => (this.last.get(id) ?? 0) > moment);
  }
}
