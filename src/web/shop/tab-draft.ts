/** What is being typed, stored for this tab alone: a reload keeps it, closing the tab deletes it. */
export function readDraft<Draft>(name: string): Partial<Draft> {
  try {
    return JSON.parse(sessionStorage.getItem(name) ?? "{}") as Partial<Draft>;
  } catch {
    return {};
  }
}

/** Null once it has been sent. */
export function writeDraft(name: string, draft: object | null): void {
  try {
    if (draft) sessionStorage.setItem(name, JSON.stringify(draft));
    else sessionStorage.removeItem(name);
  } catch {
    // A full or unavailable storage only costs typing again after a reload.
  }
}
