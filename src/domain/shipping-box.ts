/** A box that parcels are sent in. */
export interface ShippingBox {
  /** Null for the default box of the carrier account. */
  id: string | null;
  name: string;
  lengthCm: number;
  widthCm: number;
  heightCm: number;
  /** Its own weight. */
  emptyGrams: number;
  /** The heaviest goods that it is proposed for. Null: it is never proposed. */
  maxGrams: number | null;
}

export const DEFAULT_BOX_NAME = "Caja de siempre";

/**
 * The box for goods of this weight (rule CARRIER-7): the one that staff chose, otherwise the smallest that is proposed
 * for this weight, otherwise the default box, which is the first of `boxes`. An empty `chosenId` chooses the default
 * box. An id of no box counts as not chosen.
 */
export function chooseBox(
  boxes: readonly ShippingBox[],
  { grams, chosenId }: { grams: number; chosenId?: string | undefined },
): ShippingBox {
  const chosenBox = chosenId === undefined ? undefined : boxes.find(({ id }) => (id ?? "") === chosenId);
  if (chosenBox) return chosenBox;
  const proposedBoxes = boxes.filter(({ maxGrams }) => maxGrams !== null && grams <= maxGrams);
  return proposedBoxes.toSorted((a, b) => volume(a) - volume(b))[0] ?? boxes[0]!;
}

function volume({ lengthCm, widthCm, heightCm }: ShippingBox): number {
  return lengthCm * widthCm * heightCm;
}
