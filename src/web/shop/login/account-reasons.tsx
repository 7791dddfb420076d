import type { ReactNode } from "react";
import { useRouteLoaderData } from "react-router";
import type { RootData } from "../../root.tsx";
import { Icon, type IconName } from "../../ui/icon.tsx";

type Reason = [icon: IconName, name: string, text: string];

/** The advantages of an account, beside the forms to sign in and to sign up. `children` are below it, on phones above. */
export function AccountReasons({ title, children }: { title?: string; children?: ReactNode }) {
  const { shop } = useRouteLoaderData("root") as RootData;
  const { allowWholesale, wholesaleQty } = shop.settings.orders;
  const wholesale: Reason = [
    "tag",
    "Precio de mayoreo",
    `Desde ${wholesaleQty} piezas en el mismo pedido, surtidas como quieras.`,
  ];
  const reasons: Reason[] = [
    ["truck", "Sigue tus pedidos", "Estado, guía y recibo de cada compra, en un solo lugar."],
    ["clock", "Compra más rápido", "Tus direcciones quedan guardadas: eliges una y listo."],
    ...(allowWholesale ? [wholesale] : []),
    ["check", "Cuenta tu experiencia", "Escribe reseñas de lo que compraste."],
  ];
  return (
    <aside aria-label="Lo que ganas con tu cuenta" className="flex flex-col gap-6">
      <h2 className="text-xl max-md:-order-1">{title ?? "Lo que ganas con tu cuenta"}</h2>
      <ul className="divide-y divide-line border-y border-line">
        {reasons.map(([icon, name, text]) => (
          <li key={name} className="flex gap-4 py-4">
            <Icon name={icon} className="size-5 shrink-0" />
            <p className="-mt-0.5">
              {name}
              <span className="block text-sm text-soft">{text}</span>
            </p>
          </li>
        ))}
      </ul>
      <div className="max-md:-order-1 empty:hidden">{children}</div>
    </aside>
  );
}
