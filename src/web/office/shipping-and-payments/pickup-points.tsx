import { Link } from "react-router";
import { ButtonLink } from "../../ui/button.tsx";
import { Section } from "../kit/section.tsx";
import { officePaths } from "../paths.ts";
import type { Route } from "./+types/route";

/** The points where customers of this shop collect their orders. */
export function PickupPoints({ loaded: { shop, points } }: { loaded: Route.ComponentProps["loaderData"] }) {
  return (
    <Section title={`Puntos para recoger de ${shop.name}`}>
      <p className="text-sm text-soft">
        Quien recoge no paga envío ni da su dirección. Tú le avisas cuando está listo.
      </p>
      {points.length > 0 && (
        <ul className="divide-y divide-line">
          {points.map(({ id, name, address, hours }) => (
            <li key={id} className="py-3">
              <Link to={officePaths.pickupPoint(id)} className="font-semibold underline underline-offset-4">
                {name}
              </Link>
              <p className="text-sm text-soft">
                {address} · {hours}
              </p>
            </li>
          ))}
        </ul>
      )}
      <ButtonLink variant="secondary" to={`${officePaths.pickupPoint("nuevo")}?tienda=${shop.key}`}>
        Agregar punto
      </ButtonLink>
    </Section>
  );
}
