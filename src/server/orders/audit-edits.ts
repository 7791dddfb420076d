import { sql } from "kysely";
import type { LineChange } from "../../domain/edit-order.ts";
import type { OnlineFee } from "../../domain/online-fee.ts";
import type { WholesaleRule } from "../../domain/price.ts";
import type { ApplicablePromotion } from "../../domain/promotion.ts";
import { quote, summarizeCart, type PricedLine } from "../../domain/quote.ts";
import type { AuditCheck } from "../db/audit-check.ts";
import type { Queryable } from "../db/connect.ts";

/** What `shop audit` checks of edited orders. */
export const editChecks: readonly AuditCheck[] = [
  {
    name: "order-edits-move-stock",
    invariant: "cada cambio de productos de un pedido movió en el libro justo las piezas que cambió",
    sql: `
      SELECT e.id FROM order_edits e WHERE EXISTS (
          SELECT FROM (
            SELECT (c->>'sizeId')::uuid AS size_id, (c->>'after')::int - (c->>'before')::int AS pieces
              FROM jsonb_array_elements(e.changes) c
            UNION ALL SELECT m.size_id, m.pieces FROM stock_movements m WHERE m.order_edit_id = e.id) moved
          GROUP BY size_id HAVING sum(pieces) <> 0)
        OR EXISTS (SELECT FROM stock_movements m WHERE m.order_edit_id = e.id AND m.order_id IS DISTINCT FROM e.order_id)`,
  },
  {
    name: "order-edits-are-as-computed",
    invariant: "el total de un pedido antes y después de cada cambio se puede volver a calcular",
    find: findOrdersWithWrongEdits,
  },
];

/** The `OrderInputs` that `order_snapshots` and `order_edits` store, also those of earlier versions. */
interface StoredInputs {
  lines: PricedLine[];
  /** Null in orders of earlier versions. */
  wholesale: WholesaleRule | null;
  carrier: { priceCents: number; maxPieces: number | null; pieceCents: number | null } | null;
  insuranceRateBps: number | null;
  onlineFee: OnlineFee | null;
  packagingCents: number;
  promotions?: ApplicablePromotion[];
}

interface EditHistory {
  id: string;
  placedInputs: StoredInputs;
  edits: { number: number; inputs: StoredInputs; changes: LineChange[]; beforeCents: number; afterCents: number }[];
}

const BATCH_SIZE = 1_000;

async function findOrdersWithWrongEdits(db: Queryable): Promise<string[]> {
  const wrongOrderIds: string[] = [];
  for (let lastCheckedId = "00000000-0000-0000-0000-000000000000"; ;) {
    const { rows } = await sql<EditHistory>`
      SELECT s.order_id AS id, s.inputs AS "placedInputs", (
        SELECT json_agg(json_build_object('number', e.number, 'inputs', e.inputs, 'changes', e.changes,
          'beforeCents', e.grand_total_before_cents, 'afterCents', e.grand_total_after_cents) ORDER BY e.number)
        FROM order_edits e WHERE e.order_id = s.order_id) AS edits
      FROM order_snapshots s
      WHERE s.order_id > ${lastCheckedId} AND EXISTS (SELECT FROM order_edits e WHERE e.order_id = s.order_id)
      ORDER BY s.order_id LIMIT ${BATCH_SIZE}`.execute(db);
    wrongOrderIds.push(...rows.filter((order) => !areEditsAsComputed(order)).map(({ id }) => id));
    if (rows.length < BATCH_SIZE) return wrongOrderIds;
    lastCheckedId = rows.at(-1)!.id;
  }
}

function areEditsAsComputed({ placedInputs, edits }: EditHistory): boolean {
  let computedCents = computeGrandTotalCents(placedInputs);
  return edits.every(({ number, inputs, changes, beforeCents, afterCents }, index) => {
    const followsPrevious = number === index + 1 && (computedCents === null || computedCents === beforeCents);
    computedCents = computeGrandTotalCents(inputs);
    const piecesBySize = new Map(inputs.lines.map((line) => [line.sizeId, line.pieces]));
    return (
      followsPrevious &&
      computedCents === afterCents &&
      changes.every(({ sizeId, after }) => (piecesBySize.get(sizeId) ?? 0) === after)
    );
  });
}

/** The total that the customer had to pay. Null if the inputs have no wholesale rule. */
function computeGrandTotalCents(inputs: StoredInputs): number | null {
  const { lines, wholesale, carrier, insuranceRateBps, onlineFee, packagingCents, promotions = [] } = inputs;
  if (wholesale === null) return null;
  const { maxPieces = null, pieceCents = null } = carrier ?? {};
  const summary = summarizeCart(lines, wholesale, () => promotions);
  const orderQuote = quote(summary, {
    carrier: carrier && {
      priceCents: carrier.priceCents,
      insuranceRateBps,
      piecesFee: maxPieces === null || pieceCents === null ? null : { includedPieces: maxPieces, pieceCents },
    },
    insured: insuranceRateBps !== null,
    onlineFee,
    packagingCents,
  });
  return orderQuote.grandTotalCents;
}
