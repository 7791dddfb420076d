import { cx } from "./class-names.ts";
import { Picture, type PictureView } from "./picture.tsx";

/** Diagonal lines, for a colour that has neither a value nor a picture. */
const HATCHED_BACKGROUND = "repeating-linear-gradient(45deg, #d6d3d1 0 3px, #ffffff 3px 6px)";

/** A disc in a colour. A pattern is a crop of its picture; an unknown colour is hatched. */
export function Swatch({
  hex,
  picture = null,
  className,
}: {
  hex: string | null;
  picture?: PictureView | null;
  className?: string;
}) {
  const discClass = cx("block shrink-0 overflow-hidden rounded-full border border-edge", className);
  if (hex !== null || !picture)
    return <span aria-hidden className={discClass} style={{ background: hex ?? HATCHED_BACKGROUND }} />;
  return (
    <span aria-hidden className={discClass}>
      {/* Enlarged, so that the fabric fills the disc. */}
      <Picture picture={picture} sizes="60px" alt="" className="size-full scale-[2.4] object-cover" />
    </span>
  );
}
