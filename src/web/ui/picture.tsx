import { useCallback, useState } from "react";
import { cx } from "./class-names.ts";

/** A stored picture as the screens get it: its key determines where its files are. */
export interface PictureView {
  key: string;
  width: number;
  height: number;
  /** Shown until the picture is loaded. */
  color: string;
  alt: string;
  /**
   * The point that stays in view when the picture is cropped: percent from the left and from the top; null for the
   * middle.
   */
  focus?: [number, number] | null;
  /** The widths of the files in this format, in pixels, in ascending order. Empty without such files. */
  avif: number[];
  /** The same for WebP, which every picture has. */
  webp: number[];
}

function makeSrcSet(picture: PictureView, format: "avif" | "webp"): string {
  return picture[format].map((width) => `/pictures/${picture.key}.${width}.${format} ${width}w`).join(", ");
}

/**
 * A product picture; `sizes` is the attribute of `<img>`. The "lead" picture is the main one of the page and is loaded
 * first. "early" pictures are in view as well. All others load when they are near the viewport. A drawn hanger replaces
 * a picture that cannot be loaded.
 */
export function Picture({
  picture,
  sizes,
  priority,
  alt,
  className,
}: {
  picture: PictureView | null | undefined;
  sizes: string;
  priority?: "lead" | "early";
  alt?: string;
  className?: string;
}) {
  const [isMissing, setMissing] = useState(false);
  // The picture may have failed to load before this code was loaded.
  const checkLoaded = useCallback((image: HTMLImageElement | null) => {
    if (image?.complete && image.naturalWidth === 0) setMissing(true);
  }, []);
  if (!picture || isMissing) return <NoPicture className={className} />;
  const fallbackWidth = picture.webp.at(-1);
  const avifSrcSet = picture.avif.length > 0 ? makeSrcSet(picture, "avif") : undefined;
  return (
    <>
      {/* Outside <picture>: inside it, Chromium would load the other format too. */}
      {priority === "lead" && (
        <link
          rel="preload"
          as="image"
          type={avifSrcSet ? "image/avif" : "image/webp"}
          imageSrcSet={avifSrcSet ?? makeSrcSet(picture, "webp")}
          imageSizes={sizes}
          fetchPriority="high"
        />
      )}
      <picture className="contents">
        {avifSrcSet && <source type="image/avif" srcSet={avifSrcSet} sizes={sizes} />}
        <img
          ref={checkLoaded}
          onError={() => setMissing(true)}
          src={`/pictures/${picture.key}.${fallbackWidth}.webp`}
          srcSet={picture.webp.length > 1 ? makeSrcSet(picture, "webp") : undefined}
          sizes={sizes}
          width={picture.width}
          height={picture.height}
          alt={alt ?? picture.alt}
          loading={priority ? "eager" : "lazy"}
          fetchPriority={priority === "lead" ? "high" : undefined}
          decoding={priority === "lead" ? "sync" : "async"}
          style={{ backgroundColor: picture.color, objectPosition: picture.focus?.join("% ").concat("%") }}
          className={cx("h-auto w-full", className)}
        />
      </picture>
    </>
  );
}

/** Replaces a missing picture: a drawn hanger. */
export function NoPicture({ className }: { className?: string }) {
  return (
    <span className={cx("grid aspect-4/5 w-full place-items-center bg-sand text-edge", className)}>
      <svg aria-hidden viewBox="0 0 64 64" className="w-1/3" fill="none" stroke="currentColor" strokeWidth="2">
        <path d="M27 20a5 5 0 1 1 7 4.5c-1.5.7-2 1.5-2 3.5L8 44c-2 1.5-1 4 1.5 4h45c2.5 0 3.5-2.5 1.5-4L32 28" />
      </svg>
    </span>
  );
}
