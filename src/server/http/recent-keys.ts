/** The keys added last: at least `count` and at most twice as many. */
export class RecentKeys {
  private newerKeys = new Set<string>();
  private olderKeys = new Set<string>();
  private readonly count: number;

  constructor(count: number) {
    this.count = count;
  }

  /** Adds a key. Returns whether it was among the recent ones. */
  add(key: string): boolean {
    const isRecent = this.newerKeys.has(key) || this.olderKeys.has(key);
    this.newerKeys.add(key);
    if (this.newerKeys.size >= this.count) {
      this.olderKeys = this.newerKeys;
      this.newerKeys = new Set();
    }
    return isRecent;
  }
}
