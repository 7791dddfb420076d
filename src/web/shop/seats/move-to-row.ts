/**
 * Moves the focus to the nearest free seat of the next row that has one. `step` is −1 for up and 1 for down. If only
 * one seat may be chosen, it is also chosen.
 */
export function moveToRow(list: Element, step: number): void {
  const rows = [...list.querySelectorAll("[data-row]")];
  const currentRow = rows.findIndex((row) => row.contains(document.activeElement));
  if (currentRow < 0) return;
  const left = leftOf(document.activeElement!);
  for (let index = currentRow + step; index >= 0 && index < rows.length; index += step) {
    const free = [...rows[index]!.querySelectorAll<HTMLInputElement>("input:enabled")];
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
