import type { PublicShop } from "../../../contract/shop.ts";
import { cx } from "../../ui/class-names.ts";

type Banner = PublicShop["banners"][number];

/**
 * The widths of the files of a demo banner, in pixels, by the width in its URL. Of an uploaded banner only the file
 * in its URL is used.
 */
const WIDTHS: Record<string, number[]> = { 1600: [800, 1600, 2400], 1200: [800, 1200] };

/** The files of a banner's picture. A demo banner, whose key has words, has several widths in two formats. */
function filesOf(image: string) {
  const [, pathPrefix, urlWidth] = /^(\/pictures\/[a-z]+-[\w-]+)\.(\d+)\.webp$/.exec(image) ?? [];
  const widths = urlWidth && WIDTHS[urlWidth];
  if (!widths) return { webp: image, avif: undefined };
  const toSrcSet = (format: string) => widths.map((width) => `${pathPrefix}.${width}.${format} ${width}w`).join(", ");
  return { webp: toSrcSet("webp"), avif: toSrcSet("avif") };
}

/**
 * The picture of a banner, cropped around its focus. Screens narrower than 768 px get the portrait picture, if any.
 * `lead`: load it first.
 */
export function BannerPicture({ banner, lead, className }: { banner: Banner; lead?: boolean; className: string }) {
  const wideFiles = filesOf(banner.image);
  const portraitFiles = banner.portrait === null ? null : filesOf(banner.portrait);
  const renderPreload = (files: { avif: string | undefined }, media: string | undefined) =>
    lead &&
    files.avif && (
      <link
        rel="preload"
        as="image"
        type="image/avif"
        media={media}
        imageSrcSet={files.avif}
        imageSizes="100vw"
        fetchPriority="high"
      />
    );
  return (
    <>
      {renderPreload(wideFiles, portraitFiles?.webp && "(min-width: 48rem)")}
      {portraitFiles && renderPreload(portraitFiles, "(max-width: 47.99rem)")}
      <picture className="contents">
        {portraitFiles && (
          <>
            {portraitFiles.avif && (
              <source media="(max-width: 47.99rem)" type="image/avif" srcSet={portraitFiles.avif} sizes="100vw" />
            )}
            <source media="(max-width: 47.99rem)" srcSet={portraitFiles.webp} sizes="100vw" />
          </>
        )}
        {wideFiles.avif && <source type="image/avif" srcSet={wideFiles.avif} sizes="100vw" />}
        <img
          src={banner.image}
          srcSet={wideFiles.avif && wideFiles.webp}
          sizes="100vw"
          width={1600}
          height={900}
          alt=""
          loading={lead ? "eager" : "lazy"}
          fetchPriority={lead ? "high" : undefined}
          style={{ objectPosition: banner.focus?.join("% ").concat("%") }}
          className={cx("bg-bone object-cover", className)}
        />
      </picture>
    </>
  );
}
