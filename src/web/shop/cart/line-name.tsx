import { shownLineName } from "../../../domain/cart-line.ts";

/** A line's name, with its size or seat on a line of its own. The text is the one that the order will have. */
export function LineName({ line: { name, realQty } }: { line: { name: string; realQty: number } }) {
  const shown = shownLineName(name, realQty === 0);
  const at = shown.lastIndexOf(realQty === 0 ? " · " : " T: ");
  if (at < 0) return shown;
  return (
    <>
      {shown.slice(0, at)}
      <span className="block text-sm text-soft"> {shown.slice(at + 1).replace(/^· /, "")}</span>
    </>
  );
}
