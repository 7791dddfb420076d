import { Link, useLocation, useNavigate } from "react-router";
import type { PublicShop } from "../../../contract/shop.ts";
import { call } from "../../client.ts";
import { paths } from "../../paths.ts";
import { useSession } from "../../state/session.tsx";
import { useToast } from "../../ui/toasts.tsx";

export type Management = Pick<PublicShop["settings"]["management"], "canSell" | "allowInvoicing">;

/**
 * The links above the header and in the menu of small screens (rule SCREEN-7). They are shown only while the shop
 * sells. They lead to the presale, the wishlist and the reviews, to invoices if the shop issues them, and to the
 * account of a signed-in customer. Guests and visitors without a session have links to the sign-in pages instead.
 */
export function AccountLinks({ management, className }: { management: Management; className: string }) {
  const { session, close } = useSession();
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const showToast = useToast();
  if (!management.canSell) return null;
  const isSignedIn = session?.type === "registered";
  const returnTo = /^\/(login|signup|forgot|reset|sulogin)?$/.test(pathname) ? undefined : pathname + search;
  const signOut = async (): Promise<void> => {
    // The browser deletes its session immediately, without waiting for the server's response.
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
    ...(isSignedIn
      ? ([
          [paths.profile, "Mi Cuenta"],
          [paths.orders, "Mis pedidos"],
        ] as [string, string][])
      : ([
          [paths.login(returnTo), "Iniciar sesión"],
          [paths.signup(returnTo), "Regístrate"],
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
      {isSignedIn && (
        <li>
          <button type="button" onClick={() => void signOut()} className={className}>
            Cerrar sesión
          </button>
        </li>
      )}
    </>
  );
}
