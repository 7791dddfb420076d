import type { ReactNode } from "react";
import type { PublicShop } from "../../../contract/shop.ts";
import { chatUrl, chatLabel } from "../chat-url.ts";

/** The page of a shop in maintenance. `information` is the owner's own text. */
export function MaintenancePage({
  shop,
  information,
  children,
}: {
  shop: PublicShop;
  information: string;
  children?: ReactNode;
}) {
  return (
    <main
      id="contenido"
      data-closed="/maintenance"
      className="page grid flex-1 place-content-center justify-items-center gap-5 py-24 text-center"
    >
      {shop.logo ? (
        <img src={shop.logo} alt={shop.name} className="h-16 w-auto max-w-full object-contain mix-blend-multiply" />
      ) : (
        <>
          <img src="/icon.svg" alt="" width={72} height={72} />
          <p className="text-lg font-extrabold">{shop.name}</p>
        </>
      )}
      <h1 className="text-2xl">Estamos haciendo mejoras</h1>
      <p className="max-w-md text-balance whitespace-pre-line text-soft">
        {information || "Volvemos muy pronto. Tus pedidos siguen a salvo."}
      </p>
      {children}
      <p className="flex flex-wrap justify-center gap-4">
        <a
          href="/"
          className="inline-flex min-h-11 items-center rounded-box bg-ink px-5 text-sm font-semibold text-paper"
        >
          Intentar de nuevo
        </a>
        {shop.chat && (
          <a
            href={chatUrl(shop.chat, shop.name)}
            rel="noopener"
            className="inline-flex min-h-11 items-center rounded-box border border-edge bg-card px-5 text-sm font-semibold"
          >
            {chatLabel(shop.chat)}
          </a>
        )}
      </p>
    </main>
  );
}
