/** Moves the focus, and the choice of a single seat, to the nearest free seat of the next row that has one: `step` −1 is up. */
export function moveToRow(list: Element, step: number): void {
  const rows = [...list.querySelectorAll("[data-row]")];
  const own = rows.findIndex((row) => row.contains(document.activeElement));
  if (own < 0) return;
  const left = leftOf(document.activeElement!);
  for (let at = own + step; at >= 0 && at < rows.length; at += step) {
    const free = [...rows[at]!.querySelectorAll<HTMLInputElement>("input:enabled")];
    const [nearest] = free.toSorted((one, other) => Math.abs(leftOf(one) - left) - Math.abs(leftOf(other) - left));
    if (!nearest) continue;
    nearest.focus();
    if (nearest.type === "radio") nearest.click();
    return;
  }
}

function leftOf(element: Element): number {
  return element.getBoundingClientRect().left;
}
