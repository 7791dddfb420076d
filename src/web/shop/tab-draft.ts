/** What is being typed, for this tab alone: a reload keeps it, the end of the visit does not. */
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
    // A full or closed storage costs a reload's worth of typing, nothing else.
  }
}
