/**
 * Opens a dialog and returns a function that closes it. For its first frame the dialog is a popover: `showModal` makes
 * the rest of the page inert, so the browser would recompute the style of every element before it paints the dialog
 * (decision 80). The focus moves into the dialog when it becomes modal, and returns when it is closed.
 */
export function openModal(dialog: HTMLDialogElement): () => void {
  // Safari before 17 and Firefox before 125 have no popovers.
  if (!("showPopover" in dialog)) {
    (dialog as HTMLDialogElement).showModal();
    return () => (dialog as HTMLDialogElement).close();
  }
  const opener = document.activeElement;
  const pendingModal = new AbortController();
  const makeModal = (): void => {
    if (pendingModal.signal.aborted) return;
    pendingModal.abort();
    dialog.popover = null;
    // When it is closed, a modal dialog returns the focus to the element that had it before `showModal`.
    const focusedInside = dialog.contains(document.activeElement) ? document.activeElement : null;
    if (focusedInside && opener instanceof HTMLElement) opener.focus({ preventScroll: true });
    dialog.showModal();
    if (focusedInside instanceof HTMLElement) focusedInside.focus({ preventScroll: true });
  };
  requestAnimationFrame(() => setTimeout(makeModal));
  // A key or press before that makes the dialog modal at once, before any other handler runs.
  for (const name of ["keydown", "pointerdown"]) {
    addEventListener(name, makeModal, { capture: true, signal: pendingModal.signal });
  }
  dialog.popover = "manual";
  dialog.showPopover();
  return () => {
    pendingModal.abort();
    dialog.popover = null;
    dialog.close();
  };
}
