import type { PublicShop } from "../../../contract/shop.ts";
import { BannerLink } from "./banner-link.tsx";
import { BannerPicture } from "./banner-picture.tsx";

/** A banner as a section of the front page: picture and text side by side, on phones one below the other. */
export function BannerSection({ banner }: { banner: PublicShop["banners"][number] }) {
  return (
    <section aria-label={banner.title} className="grid bg-ink text-paper md:grid-cols-2">
      <div className="relative aspect-4/5 md:aspect-auto md:min-h-140">
        <BannerPicture banner={banner} className="absolute inset-0 size-full" />
      </div>
      <div className="grid content-center justify-items-start gap-5 [&>a]:bg-paper [&>a]:text-ink px-4 py-14 md:p-[clamp(2rem,6vw,6rem)]">
        <h2 className="text-2xl">{banner.title}</h2>
        {banner.text && <p className="max-w-[40ch] opacity-85">{banner.text}</p>}
        <BannerLink banner={banner} />
      </div>
    </section>
  );
}
