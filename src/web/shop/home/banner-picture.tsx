import type { PublicShop } from "../../../contract/shop.ts";
import { cx } from "../../ui/class-names.ts";

type Banner = PublicShop["banners"][number];

/** The demo's banners have these widths, in pixels. An upload has one file. */
const WIDE = [800, 1600];
const TALL = [800, 1200];

/** The files of a banner's picture: of the demo's, whose names end in one of `widths`, all widths in both formats. */
function filesOf(image: string, widths: number[]) {
  const files = image.replace(/\.\d+\.webp$/, "");
  if (!widths.some((width) => image === `${files}.${width}.webp`)) return { webp: image, avif: undefined };
  const list = (format: string) => widths.map((width) => `${files}.${width}.${format} ${width}w`).join(", ");
  return { webp: list("webp"), avif: list("avif") };
}

/** The picture of a banner, a taller one on phones if it has one, cropped around its focus. `lead`: loaded first. */
export function BannerPicture({ banner, lead, className }: { banner: Banner; lead?: boolean; className: string }) {
  const wide = filesOf(banner.image, WIDE);
  const tall = banner.portrait === null ? null : filesOf(banner.portrait, TALL);
  const preload = (files: { avif: string | undefined }, media: string | undefined) =>
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
      {preload(wide, tall ? "(min-width: 48rem)" : undefined)}
      {tall && preload(tall, "(max-width: 47.99rem)")}
      <picture className="contents">
        {tall && (
          <>
            {tall.avif && <source media="(max-width: 47.99rem)" type="image/avif" srcSet={tall.avif} sizes="100vw" />}
            <source media="(max-width: 47.99rem)" srcSet={tall.webp} sizes="100vw" />
          </>
        )}
        {wide.avif && <source type="image/avif" srcSet={wide.avif} sizes="100vw" />}
        <img
          src={banner.image}
          srcSet={wide.avif && wide.webp}
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
