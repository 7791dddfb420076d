/** A content delivery network that keeps public answers and removes them by tag. */
export interface Cdn {
  /** Removes every stored answer that has one of these tags. Throws if the CDN does not confirm it. */
  purge(tags: readonly string[]): Promise<void>;
}
