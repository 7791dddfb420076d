/** A content delivery network, which stores public responses and removes them by tag. */
export interface Cdn {
  /** Removes every stored response that has one of these tags. Throws if the CDN does not confirm it. */
  purge(tags: readonly string[]): Promise<void>;
}
