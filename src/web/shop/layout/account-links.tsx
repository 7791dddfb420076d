import { Link, useLocation, useNavigate } from "react-router";
import type { PublicShop } from "../../../contract/shop.ts";
import { call } from "../../client.ts";
import { paths } from "../../paths.ts";
import { useSession } from "../../state/session.tsx";
import { useToast } from "../../ui/toasts.tsx";

export type Management = Pick<PublicShop["settings"]["management"], "canSell" | "allowInvoicing">;

/**
 * The links for a customer (rule SCREEN-7): the links to buy only while the shop sells, to invoices if it issues them,
 * to the account only when signed in. One list for the line above the header and for the menu of small screens.
 */
export function AccountLinks({ management, className }: { management: Management; className: string }) {
  const { session, close } = useSession();
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const showToast = useToast();
  if (!management.canSell) return null;
  const isIn = session?.type === "registered";
  const back = /^\/(login|signup|forgot|reset|sulogin)?$/.test(pathname) ? undefined : pathname + search;
  const leave = async (): Promise<void> => {
    // The browser deletes its session immediately, without waiting for the server's answer.
    void call("logout", { token: session?.token });
    close();
    showToast("info", "Sesión finalizada! Vuelve pronto");
    await navigate("/");
  };
  const links: [to: string, label: string][] = [
    [paths.presale, "Preventa"],
    [paths.wishlist, "Favoritos"],
    [paths.reviews, "Reseñas"],
    ...(management.allowInvoicing ? ([[paths.invoice, "Facturación"]] as [string, string][]) : []),
    ...(isIn
      ? ([
          [paths.profile, "Mi Cuenta"],
          [paths.orders, "Mis pedidos"],
        ] as [string, string][])
      : ([
          [paths.login(back), "Iniciar sesión"],
          [paths.signup(back), "Regístrate"],
        ] as [string, string][])),
  ];
  return (
    <>
      {links.map(([to, label]) => (
        <li key={label}>
          <Link to={to} prefetch="intent" className={className}>
            {label}
          </Link>
        </li>
      ))}
      {isIn && (
        <li>
          <button type="button" onClick={() => void leave()} className={className}>
            Cerrar sesión
          </button>
        </li>
      )}
    </>
  );
}
