/**
 * Opens a dialog and returns what closes it. For its first frame it is a popover: `showModal` makes the rest of the page
 * inert, for which the browser computes the style of every element again, and the visitor would see the dialog only
 * after that (decision 80). The focus moves into it when it becomes modal, and returns when it is closed.
 */
export function openModal(dialog: HTMLDialogElement): () => void {
  // Safari before 17 and Firefox before 125 have no popovers.
  if (!("showPopover" in dialog)) {
    (dialog as HTMLDialogElement).showModal();
    return () => (dialog as HTMLDialogElement).close();
  }
  const opener = document.activeElement;
  const waiting = new AbortController();
  const makeModal = (): void => {
    if (waiting.signal.aborted) return;
    waiting.abort();
    dialog.popover = null;
    // The dialog returns the focus to what has it now.
    const inside = dialog.contains(document.activeElement) ? document.activeElement : null;
    if (inside && opener instanceof HTMLElement) opener.focus({ preventScroll: true });
    dialog.showModal();
    if (inside instanceof HTMLElement) inside.focus({ preventScroll: true });
  };
  requestAnimationFrame(() => setTimeout(makeModal));
  // A key or press before that acts on the modal dialog.
  for (const name of ["keydown", "pointerdown"]) {
    addEventListener(name, makeModal, { capture: true, signal: waiting.signal });
  }
  dialog.popover = "manual";
  dialog.showPopover();
  return () => {
    waiting.abort();
    dialog.popover = null;
    dialog.close();
  };
}
