/** Runs a function that throws on invalid external input. Returns null if it throws. */
export function nullIfThrows<Result>(run: () => Result): Result | null {
  try {
    return run();
  } catch {
    return null;
  }
}
