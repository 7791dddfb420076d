import { Link } from "react-router";
import { listPublicPromotions } from "../../../server/promotions/list-public-promotions.ts";
import { appContext, shopContext } from "../../context.ts";
import { paths } from "../../paths.ts";
import { Breadcrumbs } from "../../ui/breadcrumbs.tsx";
import { pageMeta } from "../page-meta.ts";
import type { Route } from "./+types/route";

export async function loader({ context }: Route.LoaderArgs) {
  return { promotions: await listPublicPromotions(context.get(appContext).readDb, context.get(shopContext)) };
}

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: "Promociones",
    description: "Las promociones de hoy, con sus fechas y condiciones.",
    path: paths.promotions,
  });
}

/** The running promotions that need neither a code nor a customer's tag, with rule, period and terms (LFPC 48). */
export default function PromotionsPage({ loaderData: { promotions } }: Route.ComponentProps) {
  return (
    <main id="contenido" className="page flex-1 py-6">
      <Breadcrumbs crumbs={[{ label: "Inicio", to: "/" }, { label: "Promociones" }]} />
      <h1 className="mt-6 text-2xl">Promociones</h1>
      {promotions.length === 0 ? (
        <p className="mt-4">
          Hoy no hay promociones.{" "}
          <Link to={paths.home({ offer: true })} className="underline underline-offset-4">
            Mira lo que está en oferta
          </Link>
          .
        </p>
      ) : (
        <div className="mt-6 max-w-2xl space-y-6">
          {promotions.map(({ id, name, conditions: [rule, ...otherConditions], terms }) => (
            <section key={id} className="space-y-2 rounded-box border border-line bg-card p-5">
              <h2 className="text-xl wrap-anywhere">{name}</h2>
              <p className="font-semibold">{rule}</p>
              <p className="wrap-anywhere">{otherConditions.join(" ")}</p>
              {terms && <p className="whitespace-pre-line text-sm text-soft wrap-anywhere">{terms}</p>}
            </section>
          ))}
          <p className="text-sm text-soft">El descuento se ve en tu carrito antes de pagar.</p>
        </div>
      )}
    </main>
  );
}
