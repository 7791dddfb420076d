import { cx } from "./class-names.ts";
import { Picture, type PictureView } from "./picture.tsx";

/** A disc in a colour. A pattern is a crop of its picture; an unknown colour is a hatched disc. */
export function Swatch({
  hex,
  picture = null,
  className,
}: {
  hex: string | null;
  picture?: PictureView | null;
  className?: string;
}) {
  const shape = cx("block shrink-0 overflow-hidden rounded-full border border-ink/20", className);
  if (hex !== null) return <span aria-hidden className={shape} style={{ backgroundColor: hex }} />;
  if (!picture) return <span aria-hidden className={cx(shape, "swatch-unknown")} />;
  return (
    <span aria-hidden className={shape}>
      {/* Enlarged, so that the cloth fills the disc. */}
      <Picture picture={picture} sizes="60px" alt="" className="size-full scale-[2.4] object-cover" />
    </span>
  );
}
