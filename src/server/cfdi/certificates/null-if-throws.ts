/** Runs a function that throws on invalid external input. Returns null if it throws. */
export function nullIfThrows<Answer>(run: () => Answer): Answer | null {
  try {
    return run();
  } catch {
    return null;
  }
}
