/** For calls that throw on bad input of others, where the answer is all we want: null then. */
export function attempt<Answer>(act: () => Answer): Answer | null {
  try {
    return act();
  } catch {
    return null;
  }
}
