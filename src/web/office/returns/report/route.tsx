import { Form } from "react-router";
import { RETURN_REASON_LABEL, RETURN_REASONS } from "../../../../domain/return.ts";
import { shopsWithPermission } from "../../../../domain/staff-permissions.ts";
import { reportReturns, type ProductReturns } from "../../../../server/returns/report.ts";
import { appContext } from "../../../context.ts";
import { Button, buttonClasses } from "../../../ui/button.tsx";
import { TextField } from "../../../ui/field.tsx";
import { EmptyState } from "../../../ui/notice.tsx";
import { requireStaff } from "../../guard.ts";
import { PageHead } from "../../kit/page-head.tsx";
import { Section } from "../../kit/section.tsx";
import { Table } from "../../kit/table.tsx";
import { officePaths } from "../../paths.ts";
import { readPeriod } from "./read-period.ts";
import type { Route } from "./+types/route";

/** How many returned products the page shows. The CSV file has every shipped product. */
const MAX_SHOWN_PRODUCTS = 100;

/** Query: `desde`, `hasta` (the days of the period, both included). */
export async function loader({ context, request }: Route.LoaderArgs) {
  const { grants } = requireStaff(context, request, "orders.view");
  const { from, to, firstDay, lastDay } = readPeriod(request.url);
  const shops = shopsWithPermission(grants, "orders.view");
  const products = await reportReturns(context.get(appContext).readDb, { shops, from, to });
  const sumOf = (piecesOf: (product: ProductReturns) => number) =>
    products.reduce((sum, product) => sum + piecesOf(product), 0);
  return {
    firstDay,
    lastDay,
    search: new URL(request.url).search,
    shippedPieces: sumOf(({ shippedPieces }) => shippedPieces),
    returnedPieces: sumOf(({ returnedPieces }) => returnedPieces),
    reasons: RETURN_REASONS.map((reason) => ({
      reason,
      pieces: sumOf(({ piecesByReason }) => piecesByReason[reason]),
    })),
    products: products.filter(({ returnedPieces }) => returnedPieces > 0).slice(0, MAX_SHOWN_PRODUCTS),
  };
}

export function meta() {
  return [{ title: "Cuánto se devuelve · Panel" }];
}

const percentText = (part: number, total: number): string =>
  total === 0 ? "0 %" : `${((part / total) * 100).toFixed(1)} %`;

export default function ReturnReport({ loaderData }: Route.ComponentProps) {
  const { firstDay, lastDay, search, shippedPieces, returnedPieces, reasons, products } = loaderData;
  const givenReasons = reasons.filter(({ pieces }) => pieces > 0).toSorted((one, other) => other.pieces - one.pieces);
  return (
    <>
      <PageHead
        title="Cuánto se devuelve"
        back={{ to: officePaths.returns, label: "Devoluciones" }}
        lead={`De los pedidos enviados en estos días: ${returnedPieces} de ${shippedPieces} piezas, ${percentText(returnedPieces, shippedPieces)}.`}
      >
        <a href={officePaths.returnReportExport(search)} download className={buttonClasses("secondary")}>
          Descargar CSV
        </a>
      </PageHead>
      <Form className="flex flex-wrap items-end gap-3">
        <TextField name="desde" type="date" label="Desde" defaultValue={firstDay} />
        <TextField name="hasta" type="date" label="Hasta" defaultValue={lastDay} />
        <Button type="submit" variant="secondary">
          Ver
        </Button>
      </Form>
      {products.length === 0 ? (
        <EmptyState title="No regresó nada">
          <p className="text-soft">Cuenta lo que llegó de vuelta, no lo que solo se pidió.</p>
        </EmptyState>
      ) : (
        <>
          <Section title="Por motivo">
            <Table
              caption="Piezas por motivo"
              keyOf={({ reason }) => reason}
              rows={givenReasons}
              columns={[
                { head: "Motivo", isTitle: true, cell: ({ reason }) => RETURN_REASON_LABEL[reason] },
                { head: "Piezas", isNumeric: true, cell: ({ pieces }) => pieces },
                { head: "Parte", isNumeric: true, cell: ({ pieces }) => percentText(pieces, returnedPieces) },
              ]}
            />
          </Section>
          <Section title="Por producto">
            <Table
              caption="Piezas devueltas por producto"
              keyOf={({ productId }) => productId}
              rows={products}
              columns={[
                { head: "Producto", isTitle: true, cell: ({ name }) => name },
                { head: "Enviadas", isNumeric: true, cell: (product) => product.shippedPieces },
                { head: "Devueltas", isNumeric: true, cell: (product) => product.returnedPieces },
                {
                  head: "Parte",
                  isNumeric: true,
                  cell: (product) => percentText(product.returnedPieces, product.shippedPieces),
                },
                { head: "De ellas, cambios", isNumeric: true, cell: ({ exchangedPieces }) => exchangedPieces },
                { head: "Motivo más común", cell: describeMainReason },
              ]}
            />
          </Section>
        </>
      )}
    </>
  );
}

function describeMainReason({ piecesByReason }: ProductReturns): string {
  const [commonestReason] = RETURN_REASONS.toSorted((one, other) => piecesByReason[other] - piecesByReason[one]);
  return commonestReason && piecesByReason[commonestReason] > 0 ? RETURN_REASON_LABEL[commonestReason] : "";
}
