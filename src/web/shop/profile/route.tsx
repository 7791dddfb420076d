import { useSearchParams } from "react-router";
import { paths } from "../../paths.ts";
import { useSession } from "../../state/session.tsx";
import { cx } from "../../ui/class-names.ts";
import { Notice, Waiting } from "../../ui/notice.tsx";
import { useRequiredSignIn } from "../login/use-return-address.ts";
import { pageMeta } from "../page-meta.ts";
import type { Route } from "./+types/route";
import { Addresses } from "./addresses.tsx";
import { Invitations } from "./invitations.tsx";
import { LatestOrders } from "./latest-orders.tsx";
import { Measures } from "./measures.tsx";
import { PasswordForm } from "./password-form.tsx";
import { PersonalForm } from "./personal-form.tsx";

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, { title: "Mi Cuenta" });
}

/** 'Mi Cuenta': two tabs, each with its address. */
export default function Profile() {
  const isIn = useRequiredSignIn(paths.profile);
  const { customer } = useSession();
  const [query, setQuery] = useSearchParams();
  const tab = query.get("tab") === "direcciones" ? "direcciones" : "datos";
  const tabs = [
    ["datos", "Información personal", null],
    ["direcciones", "Direcciones", customer?.addresses.length ?? 0],
  ] as const;
  return (
    <main id="contenido" className="page max-w-4xl flex-1 space-y-6 py-8">
      <h1 className="text-2xl">Mi Cuenta</h1>
      <div role="tablist" aria-label="Mi cuenta" className="flex gap-2 border-b border-line">
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
              "-mb-px flex min-h-11 items-center gap-2 border-b-2 px-3 font-semibold",
              tab === name ? "border-ink" : "border-transparent hover:border-edge",
            )}
          >
            {label}
            {count !== null && customer && (
              <span className="tabular grid h-6 min-w-6 place-items-center rounded-full bg-sand px-1.5 text-sm">
                {count}
              </span>
            )}
          </button>
        ))}
      </div>
      <div id="panel" role="tabpanel" aria-labelledby={`tab-${tab}`} className="space-y-10">
        {!isIn || customer === undefined ? (
          <Waiting label="Cargando tus datos" className="space-y-4" rows={3} row="h-16" />
        ) : customer === null ? (
          <Notice tone="error" alert title="No pudimos traer tus datos.">
            <button type="button" onClick={() => location.reload()} className="min-h-9 underline underline-offset-4">
              Reintentar
            </button>
          </Notice>
        ) : tab === "datos" ? (
          <>
            <LatestOrders />
            <PersonalForm customer={customer} />
            <Measures customer={customer} />
            <Invitations customer={customer} />
            <PasswordForm customer={customer} />
          </>
        ) : (
          <Addresses customer={customer} />
        )}
      </div>
    </main>
  );
}
