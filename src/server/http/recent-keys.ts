/** The keys added last: at least `count` and at most twice as many. */
export class RecentKeys {
  private newer = new Set<string>();
  private older = new Set<string>();
  private readonly count: number;

  constructor(count: number) {
    this.count = count;
  }

  /** Adds a key. Returns whether it was among the recent ones. */
  add(key: string): boolean {
    const isRecent = this.newer.has(key) || this.older.has(key);
    this.newer.add(key);
    if (this.newer.size >= this.count) {
      this.older = this.newer;
      this.newer = new Set();
    }
    return isRecent;
  }
}
