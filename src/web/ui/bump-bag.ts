/** The bag in the header grows for a moment after an addition. Not for visitors who want less motion. */
export function bumpBag(): void {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  document
    .querySelector('header a[href="/cart"]')
    ?.animate({ scale: ["1", "1.25", "1"] }, { duration: 320, easing: "ease-out" });
}
