import { Link, useLocation } from "react-router";
import type { OnHand } from "../../../../server/stock/on-hand.ts";
import { Badge } from "../../kit/badge.tsx";
import { PostForm } from "../../kit/post-form.tsx";
import { Table } from "../../kit/table.tsx";

type Row = OnHand & { counted: number; expected: number };

/** The differences that a count would record, before it is saved. */
export function CountPreview({
  rows,
  withOrders,
  failure,
}: {
  rows: readonly Row[];
  /** Whether the count includes the pieces of unshipped orders. */
  withOrders: boolean;
  failure?: string | undefined;
}) {
  const { pathname } = useLocation();
  const leavesTooFewPieces = rows.some((row) => computeAvailableAfter(row) < 0);
  return (
    <PostForm failure={failure} submitLabel={leavesTooFewPieces ? "Intentar de todos modos" : "Guardar el conteo"}>
      <Table
        caption="Diferencias"
        keyOf={({ sizeId }) => sizeId}
        rows={rows}
        columns={[
          { head: "Talla", isTitle: true, cell: ({ sizeName }) => <span className="font-semibold">{sizeName}</span> },
          { head: "Debía haber", isNumeric: true, cell: ({ expected }) => expected },
          { head: "Contadas", isNumeric: true, cell: ({ counted }) => counted },
          { head: "Diferencia", cell: (row) => <Difference row={row} /> },
          { head: "A la venta quedarán", isNumeric: true, cell: (row) => computeAvailableAfter(row) },
        ]}
      />
      {rows.map(({ sizeId, counted, expected }) => (
        <input key={sizeId} type="hidden" name="row" value={`${sizeId}:${counted}:${expected}`} />
      ))}
      {!withOrders && <input type="hidden" name="withoutOrders" value="1" />}
      <p className="text-sm">
        <Link to={pathname} className="font-semibold underline underline-offset-4">
          Volver a contar
        </Link>
      </p>
    </PostForm>
  );
}

function computeAvailableAfter({ available, counted, expected }: Row): number {
  return available + counted - expected;
}

function Difference({ row }: { row: Row }) {
  const signedDifference = row.counted - row.expected;
  if (computeAvailableAfter(row) < 0) return <Badge tone="error">Menos de lo que ya está prometido</Badge>;
  if (signedDifference === 0) return <Badge tone="success">Cuadra</Badge>;
  const absoluteDifference = Math.abs(signedDifference);
  return (
    <Badge tone="warning">
      {signedDifference > 0
        ? `Sobran ${absoluteDifference}`
        : absoluteDifference === 1
          ? "Falta 1"
          : `Faltan ${absoluteDifference}`}
    </Badge>
  );
}
