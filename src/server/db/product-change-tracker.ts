/**
 * Remembers, per product, when this process last changed its stock: an answer kept in memory that shows the product
 * and is older than that is not served again. Whoever adds a piece sees the stock without it at once.
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
    // The oldest are long out of every cache, which lives for a second.
    while (this.last.size > 20_000) this.last.delete(this.last.keys().next().value!);
  }

  /** To be taken before an answer is computed. */
  now(): number {
    return this.sequence;
  }

  changedSince(moment: number, productIds: readonly string[]): boolean {
    if (moment === this.sequence) return false;
    return productIds.some((id) => (this.last.get(id) ?? 0) > moment);
  }
}
