import type { ReactNode } from "react";
import { useRouteLoaderData } from "react-router";
import type { RootData } from "../../root.tsx";
import { AsideList, type AsideItem } from "../reason-list.tsx";

/**
 * The advantages of an account, beside the forms to sign in and to sign up. `children` are shown below the list, but on
 * phones above it.
 */
export function AccountReasons({ title, children }: { title?: string; children?: ReactNode }) {
  const { shop } = useRouteLoaderData("root") as RootData;
  const { allowWholesale, wholesaleQty } = shop.settings.orders;
  const wholesaleReason: AsideItem = [
    "tag",
    "Precio de mayoreo",
    `Desde ${wholesaleQty} piezas en el mismo pedido, combinadas como quieras.`,
  ];
  const reasons: AsideItem[] = [
    ["truck", "Sigue tus pedidos", "Estado, guía y recibo de cada compra, en un solo lugar."],
    ["clock", "Compra más rápido", "Tus direcciones quedan guardadas: eliges una y listo."],
    ...(allowWholesale ? [wholesaleReason] : []),
    ["check", "Cuenta tu experiencia", "Escribe reseñas de lo que compraste."],
  ];
  return (
    <aside aria-label="Lo que ganas con tu cuenta" className="flex flex-col gap-6">
      <h2 className="text-xl max-md:-order-1">{title ?? "Lo que ganas con tu cuenta"}</h2>
      <AsideList reasons={reasons} />
      <div className="max-md:-order-1 empty:hidden">{children}</div>
    </aside>
  );
}
