/**
 * Moves the focus to another row: to the nearest free seat of the next row with free seats. `step` is −1 for up and 1
 * for down. If only one seat may be chosen, the newly focused seat is chosen.
 */
export function moveToRow(list: Element, step: number): void {
  const rows = [...list.querySelectorAll("[data-row]")];
  const currentRowIndex = rows.findIndex((row) => row.contains(document.activeElement));
  if (currentRowIndex < 0) return;
  const currentLeft = leftOf(document.activeElement!);
  for (let index = currentRowIndex + step; index >= 0 && index < rows.length; index += step) {
    const freeSeats = [...rows[index]!.querySelectorAll<HTMLInputElement>("input:enabled")];
    const [nearestSeat] = freeSeats.toSorted(
      (one, other) => Math.abs(leftOf(one) - currentLeft) - Math.abs(leftOf(other) - currentLeft),
    );
    if (!nearestSeat) continue;
    nearestSeat.focus();
    if (nearestSeat.type === "radio") nearestSeat.click();
    return;
  }
}

function leftOf(element: Element): number {
  return element.getBoundingClientRect().left;
}
