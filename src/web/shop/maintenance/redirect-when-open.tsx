import { useEffect, useState } from "react";
import type { PublicShop } from "../../../contract/shop.ts";

/** How often the page checks whether the shop is open, in milliseconds. */
const POLL_MS = 30_000;

const TIME_FORMAT = new Intl.DateTimeFormat("es-MX", { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });

/** The shop's public data, which the API also serves while the shop is closed. Undefined if the request fails. */
async function fetchShop(): Promise<PublicShop | undefined> {
  try {
    const response = await fetch("/api/v1/app", { signal: AbortSignal.timeout(10_000) });
    return response.ok ? ((await response.json()) as PublicShop) : undefined;
  } catch {
    return undefined;
  }
}

/** Checks regularly whether the shop is open. Once it is, opens its front page. Pauses while the page is hidden. */
export function RedirectWhenOpen({ isShopOpen }: { isShopOpen: (shop: PublicShop) => boolean }) {
  const [checkedAt, setCheckedAt] = useState<Date>();
  const [isOpenSeen, setOpenSeen] = useState(false);
  useEffect(() => {
    const check = async (): Promise<void> => {
      if (document.hidden) return;
      const shop = await fetchShop();
      setCheckedAt(new Date());
      if (!shop || !isShopOpen(shop)) return;
      setOpenSeen(true);
      location.replace("/");
    };
    const timer = setInterval(() => void check(), POLL_MS);
    const onVisibilityChange = () => void check();
    document.addEventListener("visibilitychange", onVisibilityChange);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", onVisibilityChange);
    };
    // oxlint-disable-next-line react/exhaustive-deps -- every render of a page passes an equivalent function
  }, []);
  return (
    <div className="text-sm text-soft">
      <p role="status">
        {isOpenSeen ? "Ya abrimos. Te llevamos a la tienda…" : "En cuanto abramos, esta página te lleva."}
      </p>
      {checkedAt && !isOpenSeen && <p>Última revisión: {TIME_FORMAT.format(checkedAt)}</p>}
    </div>
  );
}
