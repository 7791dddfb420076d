import { Form, Link } from "react-router";
import { formatMoney } from "../../../domain/money.ts";
import { Button } from "../../ui/button.tsx";
import { Badge } from "../kit/badge.tsx";
import { Section } from "../kit/section.tsx";
import { officePaths } from "../paths.ts";
import type { Route } from "./+types/route";

type LoaderData = Route.ComponentProps["loaderData"];

export function Carriers({ loaded: { shop, carriers, canEditCarriers } }: { loaded: LoaderData }) {
  return (
    <Section title={`Paqueterías de ${shop.name}`}>
      <p className="text-sm text-soft">
        En este orden las ve quien compra. La lista y los precios son de todas las tiendas; cada una elige cuáles
        ofrece.
      </p>
      {carriers.length === 0 && <p>Todavía no hay ninguna: sin paquetería nadie puede pedir que le envíen su ropa.</p>}
      <ul className="divide-y divide-line">
        {carriers.map((carrier, index) => (
          <CarrierRow
            key={carrier.id}
            carrier={carrier}
            canEdit={canEditCarriers}
            isFirst={index === 0}
            isLast={index === carriers.length - 1}
          />
        ))}
      </ul>
    </Section>
  );
}

function CarrierRow({
  carrier,
  canEdit,
  isFirst,
  isLast,
}: {
  carrier: LoaderData["carriers"][number];
  canEdit: boolean;
  isFirst: boolean;
  isLast: boolean;
}) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 py-3">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-2 font-semibold">
          {canEdit ? (
            <Link to={officePaths.carrier(carrier.id)} className="underline underline-offset-4">
              {carrier.name}
            </Link>
          ) : (
            carrier.name
          )}
          {!carrier.isOffered && <Badge>No se ofrece aquí</Badge>}
          {carrier.alert && <Badge tone="warning">Con aviso</Badge>}
        </p>
        <p className="text-sm text-soft">
          {formatMoney(carrier.terms.priceCents)}
          {carrier.terms.piecesFee &&
            `, y ${formatMoney(carrier.terms.piecesFee.pieceCents)} por pieza desde la ${carrier.terms.piecesFee.includedPieces + 1}`}
          {carrier.terms.insuranceRateBps && `; seguro de ${carrier.terms.insuranceRateBps / 100} %`}
          {carrier.description && ` · ${carrier.description}`}
        </p>
      </div>
      <Form method="post" className="flex flex-wrap gap-2">
        {canEdit && !isFirst && (
          <Button type="submit" variant="quiet" name="up" value={carrier.id} aria-label={`Subir ${carrier.name}`}>
            Subir
          </Button>
        )}
        {canEdit && !isLast && (
          <Button type="submit" variant="quiet" name="down" value={carrier.id} aria-label={`Bajar ${carrier.name}`}>
            Bajar
          </Button>
        )}
        <Button
          type="submit"
          variant="secondary"
          name={carrier.isOffered ? "withdraw" : "offer"}
          value={carrier.id}
          aria-label={`${carrier.isOffered ? "No ofrecer" : "Ofrecer"} ${carrier.name}`}
        >
          {carrier.isOffered ? "No ofrecer" : "Ofrecer"}
        </Button>
      </Form>
    </li>
  );
}
