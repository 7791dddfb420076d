import { cx } from "./class-names.ts";

/** A small 4:5 picture on the background of product pictures, or an empty block. `className` sets its width. */
export function Thumbnail({
  src,
  width,
  className,
}: {
  src: string | null | undefined;
  /** In pixels, as `className` sets it. */
  width: number;
  className: string;
}) {
  return (
    <span className={cx("block aspect-4/5 shrink-0", src ? "bg-bone" : "bg-sand", className)}>
      {src && (
        <img
          src={src}
          alt=""
          width={width}
          height={width * 1.25}
          loading="lazy"
          className="size-full object-cover mix-blend-multiply"
        />
      )}
    </span>
  );
}
