/**
 * The columns (of two on phones, otherwise of twelve) and the height of a category's tile on the front page. All rows
 * are full (rule SCREEN-8). Rows have three tiles if that fills them and rows of four do not. Otherwise they have four
 * tiles, with wider tiles in the last row.
 */
export function tileSizeClasses(index: number, count: number): string {
  const fitsThree = count % 3 === 0 && count % 4 > 0;
  const phoneClass = count % 2 === 1 && index === count - 1 ? "max-md:col-span-2 " : "";
  if (fitsThree) return `${phoneClass}md:col-span-4 md:[--tile:36vw]`;
  return `${phoneClass}${columnsInFours(index, count)} md:[--tile:29vw]`;
}

function columnsInFours(index: number, count: number): string {
  const lastRowCount = count % 4;
  if (lastRowCount === 0 || index < count - lastRowCount) return "md:col-span-3";
  if (lastRowCount === 1) return "md:col-span-12";
  return lastRowCount === 2 || index === count - 3 ? "md:col-span-6" : "md:col-span-3";
}
