import type { PublicShop } from "../../../contract/shop.ts";
import { cx } from "../../ui/class-names.ts";

type Banner = PublicShop["banners"][number];

/**
 * The widths of the files of a demo banner, in pixels, by the width in its URL. Of an uploaded banner only the file
 * in its URL is used.
 */
const WIDTHS: Record<string, number[]> = { 1600: [800, 1600, 2400], 1200: [800, 1200] };

/** The `srcset` of a banner's picture by format. A demo banner, whose key has words, has several widths of each. */
function srcSetsOf(image: string) {
  const [, pathPrefix, urlWidth] = /^(\/pictures\/[a-z]+-[\w-]+)\.(\d+)\.webp$/.exec(image) ?? [];
  const widths = urlWidth && WIDTHS[urlWidth];
  if (!widths) return { webp: image, avif: undefined };
  const toSrcSet = (format: string) => widths.map((width) => `${pathPrefix}.${width}.${format} ${width}w`).join(", ");
  return { webp: toSrcSet("webp"), avif: toSrcSet("avif") };
}

/**
 * The picture of a banner, cropped around its focus. Screens narrower than 768 px get the portrait picture, if any.
 * `isLoadedFirst`: the browser loads it before other pictures.
 */
export function BannerPicture({
  banner,
  lead: isLoadedFirst,
  className,
}: {
  banner: Banner;
  lead?: boolean;
  className: string;
}) {
  const wideSrcSets = srcSetsOf(banner.image);
  const portraitSrcSets = banner.portrait === null ? null : srcSetsOf(banner.portrait);
  const renderPreload = (srcSets: { avif: string | undefined }, media: string | undefined) =>
    isLoadedFirst &&
    srcSets.avif && (
      <link
        rel="preload"
        as="image"
        type="image/avif"
        media={media}
        imageSrcSet={srcSets.avif}
        imageSizes="100vw"
        fetchPriority="high"
      />
    );
  return (
    <>
      {renderPreload(wideSrcSets, portraitSrcSets?.webp && "(min-width: 48rem)")}
      {portraitSrcSets && renderPreload(portraitSrcSets, "(max-width: 47.99rem)")}
      <picture className="contents">
        {portraitSrcSets && (
          <>
            {portraitSrcSets.avif && (
              <source media="(max-width: 47.99rem)" type="image/avif" srcSet={portraitSrcSets.avif} sizes="100vw" />
            )}
            <source media="(max-width: 47.99rem)" srcSet={portraitSrcSets.webp} sizes="100vw" />
          </>
        )}
        {wideSrcSets.avif && <source type="image/avif" srcSet={wideSrcSets.avif} sizes="100vw" />}
        <img
          src={banner.image}
          srcSet={wideSrcSets.avif && wideSrcSets.webp}
          sizes="100vw"
          width={1600}
          height={900}
          alt=""
          loading={isLoadedFirst ? "eager" : "lazy"}
          fetchPriority={isLoadedFirst ? "high" : undefined}
          style={{ objectPosition: banner.focus?.join("% ").concat("%") }}
          className={cx("bg-bone object-cover", className)}
        />
      </picture>
    </>
  );
}
