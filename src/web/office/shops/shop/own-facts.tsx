import { Link } from "react-router";
import { Facts } from "../../kit/facts.tsx";
import { Section } from "../../kit/section.tsx";
import { officePaths } from "../../paths.ts";
import { COLOR_LABEL } from "../../settings/field-input.tsx";
import type { Route } from "./+types/route";

const LINK_CLASSES = "font-semibold underline underline-offset-4";

/** What the shop does not share with other shops, with links to the pages that change it. */
export function OwnFacts({ loaded: { shop, counts, paymentMethods } }: { loaded: Route.ComponentProps["loaderData"] }) {
  const { key } = shop;
  return (
    <Section title="Lo suyo">
      <Facts
        facts={{
          Nombre: (
            <Link to={officePaths.settingsSection(key, "tienda")} className={LINK_CLASSES}>
              {shop.name}
            </Link>
          ),
          Color: COLOR_LABEL[shop.color],
          Logo: (
            <Link to={officePaths.settingsSection(key, "logo")} className={LINK_CLASSES}>
              {shop.logo ? "Tiene" : "Su nombre"}
            </Link>
          ),
          Cobra: (
            <Link to={officePaths.shippingAndPayments(key)} className={LINK_CLASSES}>
              {paymentMethods.map((method) => (method === "MP" ? "en línea" : "por transferencia")).join(" y ")}
            </Link>
          ),
          Paqueterías: (
            <Link to={officePaths.shippingAndPayments(key)} className={LINK_CLASSES}>
              {counts.carriersOffered} de {counts.carriers}
            </Link>
          ),
          "Productos solo de aquí": counts.localProducts,
          "Precios propios": counts.ownPrices,
          "Incrementos por marca": shop.isHeadOffice ? (
            "La matriz no tiene"
          ) : (
            <Link to={`${officePaths.increments}?tienda=${key}`} className={LINK_CLASSES}>
              {counts.increments}
            </Link>
          ),
          Ajustes: (
            <Link to={officePaths.settings(key)} className={LINK_CLASSES}>
              Todos sus ajustes
            </Link>
          ),
        }}
      />
    </Section>
  );
}
