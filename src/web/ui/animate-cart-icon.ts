/** Enlarges the header's bag icon for a moment after an addition, unless the visitor prefers reduced motion. */
export function animateCartIcon(): void {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  document
    .querySelector('header a[href="/cart"]')
    ?.animate({ scale: ["1", "1.25", "1"] }, { duration: 320, easing: "ease-out" });
}
