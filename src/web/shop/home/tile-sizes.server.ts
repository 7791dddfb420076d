/**
 * The CSS classes that set the height of a category's tile on the front page and how many columns it occupies: of two
 * on phones, of twelve on wider screens. All rows are full (rule SCREEN-8). Rows have three tiles if that fills them
 * and rows of four do not. Otherwise they have four tiles, and wider tiles in the last row if it has fewer.
 */
export function tileSizeClasses(index: number, count: number): string {
  const hasRowsOfThree = count % 3 === 0 && count % 4 > 0;
  const phoneClass = count % 2 === 1 && index === count - 1 ? "max-md:col-span-2 " : "";
  if (hasRowsOfThree) return `${phoneClass}md:col-span-4 md:[--tile:36vw]`;
  return `${phoneClass}${columnClassInRowsOfFour(index, count)} md:[--tile:29vw]`;
}

function columnClassInRowsOfFour(index: number, count: number): string {
  const remainingTileCount = count % 4;
  if (remainingTileCount === 0 || index < count - remainingTileCount) return "md:col-span-3";
  if (remainingTileCount === 1) return "md:col-span-12";
  return remainingTileCount === 2 || index === count - 3 ? "md:col-span-6" : "md:col-span-3";
}
