import { Link } from "react-router";
import type { PublicShop } from "../../../contract/shop.ts";

export function BannerLink({ banner }: { banner: PublicShop["banners"][number] }) {
  return (
    <Link
      to={banner.url}
      className="inline-flex min-h-11 items-center font-medium underline decoration-1 underline-offset-8"
    >
      Ver más<span className="sr-only">: {banner.title}</span>
    </Link>
  );
}
