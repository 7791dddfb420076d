import { Link } from "react-router";
import type { PublicShop } from "../../../contract/shop.ts";
import { BannerPicture } from "./banner-picture.tsx";

/** A banner as one cell of a list. */
export function BannerTile({ banner }: { banner: PublicShop["banners"][number] }) {
  return (
    <Link to={banner.url} className="group relative block h-full min-h-60 overflow-hidden bg-bone">
      <BannerPicture banner={banner} className="absolute inset-0 size-full" />
      <span aria-hidden className="absolute inset-x-0 bottom-0 h-1/2 bg-linear-to-t from-paper/90 to-transparent" />
      <span className="absolute inset-x-0 bottom-0 p-4">
        <span className="block font-display text-xl leading-none">{banner.title}</span>
        <span className="mt-2 block text-sm underline underline-offset-4">Ver más</span>
      </span>
    </Link>
  );
}
