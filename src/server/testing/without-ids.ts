const ID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

/** The text without its ids. Otherwise a test that forbids an amount may find the amount's digits in a random id. */
export function withoutIds(text: string): string {
  return text.replaceAll(ID, "");
}
