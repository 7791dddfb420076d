import { Link } from "react-router";
import type { PublicShop } from "../../../contract/shop.ts";
import { BannerLink } from "./banner-link.tsx";
import { BannerPicture } from "./banner-picture.tsx";

/** A banner among the products of the front page: its picture on one half, its words on the other. */
export function Story({ banner }: { banner: PublicShop["banners"][number] }) {
  return (
    <section aria-label={banner.title} className="grid bg-ink text-paper md:grid-cols-2">
      <div className="relative aspect-4/5 md:aspect-auto md:min-h-140">
        <BannerPicture banner={banner} className="absolute inset-0 size-full" />
      </div>
      <div className="grid content-center justify-items-start gap-5 px-4 py-14 md:p-[clamp(2rem,6vw,6rem)]">
        <h2 className="text-2xl">{banner.title}</h2>
        {banner.text && <p className="max-w-[40ch] opacity-85">{banner.text}</p>}
        <BannerLink banner={banner} />
      </div>
    </section>
  );
}

/** A banner as one cell of a list. */
export function EditorialTile({ banner }: { banner: PublicShop["banners"][number] }) {
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
