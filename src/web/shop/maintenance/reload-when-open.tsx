import { useEffect, useState } from "react";
import type { PublicShop } from "../../../contract/shop.ts";

/** How often an open page checks whether the shop is open, in milliseconds. */
const ASK_EVERY_MS = 30_000;

const TIME = new Intl.DateTimeFormat("es-MX", { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });

/** The shop's settings, which it answers while closed too; undefined while there is no answer. */
async function askShop(): Promise<PublicShop | undefined> {
  try {
    const answer = await fetch("/api/v1/app", { signal: AbortSignal.timeout(10_000) });
    return answer.ok ? ((await answer.json()) as PublicShop) : undefined;
  } catch {
    return undefined;
  }
}

/** Checks regularly whether the shop is open, and then goes there. Pauses while the page is hidden. */
export function ReloadWhenOpen({ isOpen: isShopOpen }: { isOpen: (shop: PublicShop) => boolean }) {
  const [askedAt, setAskedAt] = useState<Date>();
  const [isOpen, setIsOpen] = useState(false);
  useEffect(() => {
    const ask = async (): Promise<void> => {
      if (document.hidden) return;
      const shop = await askShop();
      setAskedAt(new Date());
      if (!shop || !isShopOpen(shop)) return;
      setIsOpen(true);
      location.replace("/");
    };
    const timer = setInterval(() => void ask(), ASK_EVERY_MS);
    const onReturn = () => void ask();
    document.addEventListener("visibilitychange", onReturn);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", onReturn);
    };
    // oxlint-disable-next-line react/exhaustive-deps -- the rule of the page never changes
  }, []);
  return (
    <div className="text-sm text-soft">
      <p role="status">
        {isOpen ? "Ya abrimos. Te llevamos a la tienda…" : "En cuanto abramos, esta página te lleva."}
      </p>
      {askedAt && !isOpen && <p>Última revisión: {TIME.format(askedAt)}</p>}
    </div>
  );
}
