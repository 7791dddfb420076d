import { Link } from "react-router";
import type { PublicShop } from "../../../contract/shop.ts";

export function BannerLink({ banner }: { banner: PublicShop["banners"][number] }) {
  return (
    <Link to={banner.url} className="inline-flex min-h-12 items-center bg-ink px-6 text-sm font-medium text-paper">
      Ver más<span className="sr-only">: {banner.title}</span>
    </Link>
  );
}
