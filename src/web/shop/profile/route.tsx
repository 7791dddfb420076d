import { Link, useSearchParams } from "react-router";
import { paths } from "../../paths.ts";
import { useSession } from "../../state/session.tsx";
import { cx } from "../../ui/class-names.ts";
import { Notice } from "../../ui/notice.tsx";
import { LoadingRows } from "../../ui/loading-rows.tsx";
import { useRequiredSignIn } from "../login/use-return-path.ts";
import { pageMeta } from "../page-meta.ts";
import type { Route } from "./+types/route";
import { Addresses } from "./addresses.tsx";
import { ReviewInvitationSwitch } from "./review-invitation-switch.tsx";
import { LatestOrders } from "./latest-orders.tsx";
import { Measures } from "./measures.tsx";
import { PasswordForm } from "./password-form.tsx";
import { PersonalForm } from "./personal-form.tsx";
import { Section } from "./section.tsx";

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, { title: "Mi Cuenta" });
}

const LINKS = [
  [paths.orders, "Mis pedidos"],
  [paths.wishlist, "Favoritos"],
  [paths.reviews, "Reseñas"],
] as const;

/** 'Mi Cuenta', with two tabs. Query: `tab` (the current one). */
export default function Profile() {
  const isSignedIn = useRequiredSignIn(paths.profile);
  const { customer } = useSession();
  const [query, setQuery] = useSearchParams();
  const tab = query.get("tab") === "direcciones" ? "direcciones" : "datos";
  const tabs = [
    ["datos", "Información personal", null],
    ["direcciones", "Direcciones", customer?.addresses.length ?? 0],
  ] as const;
  return (
    <main id="contenido" className="page flex-1 py-8 lg:py-12">
      <div className="flex flex-wrap items-end justify-between gap-x-10 gap-y-2 pb-6">
        <div>
          <p className="min-h-6 text-soft">{customer && `¡Hola, ${customer.name}!`}</p>
          <h1 className="text-2xl">Mi Cuenta</h1>
        </div>
        <ul className="-mx-2 flex flex-wrap text-sm lg:hidden">
          {LINKS.map(([to, label]) => (
            <li key={to}>
              <Link to={to} className="flex min-h-11 items-center px-2 underline-offset-8 hover:underline">
                {label}
              </Link>
            </li>
          ))}
        </ul>
      </div>
      <div role="tablist" aria-label="Mi cuenta" className="mb-8 flex gap-6 border-b border-line lg:mb-12">
        {tabs.map(([name, label, count]) => (
          <button
            key={name}
            type="button"
            role="tab"
            id={`tab-${name}`}
            aria-selected={tab === name}
            aria-controls="panel"
            onClick={() => setQuery(name === "datos" ? {} : { tab: name }, { preventScrollReset: true })}
            className={cx(
              "-mb-px flex min-h-12 items-center gap-1.5 border-b-2",
              tab === name ? "border-ink" : "border-transparent text-soft hover:border-edge",
            )}
          >
            {label}
            {count !== null && customer && <span className="tabular text-sm text-soft">{count}</span>}
          </button>
        ))}
      </div>
      <div id="panel" role="tabpanel" aria-labelledby={`tab-${tab}`}>
        {!isSignedIn || customer === undefined ? (
          <LoadingRows label="Cargando tus datos" className="space-y-4" rowCount={3} rowClasses="h-16" />
        ) : customer === null ? (
          <Notice tone="error" alert title="No pudimos traer tus datos.">
            <button type="button" onClick={() => location.reload()} className="min-h-9 underline underline-offset-4">
              Reintentar
            </button>
          </Notice>
        ) : tab === "datos" ? (
          <>
            <LatestOrders />
            <Section titleId="person" title="Tus datos" hint="Los usamos en tus pedidos y tus facturas.">
              <PersonalForm customer={customer} />
            </Section>
            <Measures customer={customer} />
            <ReviewInvitationSwitch customer={customer} />
            <PasswordForm customer={customer} />
          </>
        ) : (
          <Addresses customer={customer} />
        )}
      </div>
    </main>
  );
}
