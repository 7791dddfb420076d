/** Reads a form's draft from the storage of this tab. A draft survives a reload, and is lost when the tab is closed. */
export function readDraft<Draft>(name: string): Partial<Draft> {
  try {
    return JSON.parse(sessionStorage.getItem(name) ?? "{}") as Partial<Draft>;
  } catch {
    return {};
  }
}

/** Stores a form's draft in this tab. Null deletes it. */
export function writeDraft(name: string, draft: object | null): void {
  try {
    if (draft) sessionStorage.setItem(name, JSON.stringify(draft));
    else sessionStorage.removeItem(name);
  } catch {
    // Without storage, a reload loses the draft.
  }
}
