import { Link } from "react-router";
import { Facts } from "../../kit/facts.tsx";
import { Section } from "../../kit/section.tsx";
import { officePaths } from "../../paths.ts";
import { COLOR_LABEL } from "../../settings/field-input.tsx";
import type { Route } from "./+types/route";

const LINK = "font-semibold underline underline-offset-4";

/** What the shop does not share with other shops, with links to the pages that change it. */
export function OwnFacts({ loaded: { shop, facts, paymentMethods } }: { loaded: Route.ComponentProps["loaderData"] }) {
  const { key } = shop;
  return (
    <Section title="Lo suyo">
      <Facts
        facts={{
          Nombre: (
            <Link to={officePaths.settingsSection(key, "tienda")} className={LINK}>
              {shop.name}
            </Link>
          ),
          Color: COLOR_LABEL[shop.color],
          Logo: (
            <Link to={officePaths.settingsSection(key, "logo")} className={LINK}>
              {shop.logo ? "Tiene" : "Su nombre"}
            </Link>
          ),
          Cobra: (
            <Link to={officePaths.shippingAndPayments(key)} className={LINK}>
              {paymentMethods.map((method) => (method === "MP" ? "en línea" : "por transferencia")).join(" y ")}
            </Link>
          ),
          Paqueterías: (
            <Link to={officePaths.shippingAndPayments(key)} className={LINK}>
              {facts.carriersOffered} de {facts.carriers}
            </Link>
          ),
          "Productos solo de aquí": facts.localProducts,
          "Precios propios": facts.ownPrices,
          "Incrementos por marca": shop.isHeadOffice ? (
            "La matriz no tiene"
          ) : (
            <Link to={`${officePaths.increments}?tienda=${key}`} className={LINK}>
              {facts.increments}
            </Link>
          ),
          Ajustes: (
            <Link to={officePaths.settings(key)} className={LINK}>
              Todos sus ajustes
            </Link>
          ),
        }}
      />
    </Section>
  );
}
