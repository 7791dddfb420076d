import { data } from "react-router";
import { canMoveOrder, type OrderStatus } from "../../../../domain/order-status.ts";
import { shopsWithPermission, type Permission } from "../../../../domain/staff-permissions.ts";
import { findOrdersForStaff, explainRefusedMove } from "../../../../server/orders/find-for-staff.ts";
import { findOrdersByTracking } from "../../../../server/orders/find-orders-by-tracking.ts";
import { moveOrders } from "../../../../server/orders/move-orders.ts";
import { appContext } from "../../../context.ts";
import { TextField } from "../../../ui/field.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { actorOf, readForm, requireStaff } from "../../guard.ts";
import { PageHead } from "../../kit/page-head.tsx";
import { PostForm } from "../../kit/post-form.tsx";
import { Section } from "../../kit/section.tsx";
import { officePaths } from "../../paths.ts";
import { sentenceOf } from "../../sentences.ts";
import { readReferences } from "../read-references.ts";
import { refusedMoveText } from "../refused-move-text.ts";
import { MoveResults } from "./move-results.tsx";
import type { Route } from "./+types/route";

interface BulkMove {
  to: OrderStatus;
  permission: Permission;
  title: string;
  submitLabel: string;
  /** The result of the move, as one word in Spanish. */
  doneWord: string;
  /** Whether staff must enter a reason. Otherwise the order's history has `doneWord` as the reason. */
  requiresReason: boolean;
}

const BULK_MOVES: Record<string, BulkMove> = {
  ship: {
    to: "SHIPPED",
    permission: "orders.ship",
    title: "Enviar pedidos",
    submitLabel: "Marcar como enviados",
    doneWord: "Enviado",
    requiresReason: false,
  },
  reserve: {
    to: "RESERVED",
    permission: "orders.change",
    title: "Apartar pedidos sin plazo",
    submitLabel: "Apartar",
    doneWord: "Apartado",
    requiresReason: false,
  },
  cancel: {
    to: "CANCELLED",
    permission: "orders.change",
    title: "Cancelar pedidos",
    submitLabel: "Cancelar pedidos",
    doneWord: "Cancelado",
    requiresReason: true,
  },
};

/** Reads the bulk move and its orders' references from the URL. Finds the shops where the member may make the move. */
function requireBulkMove({ context, request }: Pick<Route.LoaderArgs, "context" | "request">) {
  const { searchParams } = new URL(request.url);
  // Members who may not see orders get 404 for every bulk move, also for one that does not exist.
  const staff = requireStaff(context, request, "orders.view", "any");
  const move = Object.hasOwn(BULK_MOVES, searchParams.get("acto") ?? "")
    ? BULK_MOVES[searchParams.get("acto")!]
    : undefined;
  if (!move) throw data(null, { status: 404 });
  requireStaff(context, request, move.permission, "any");
  const references = readReferences(searchParams.getAll("pedido"));
  return { move, staff, references, shops: shopsWithPermission(staff.grants, move.permission) };
}

export async function loader(args: Route.LoaderArgs) {
  const { move, references, shops } = requireBulkMove(args);
  const ordersByReference = await findOrdersForStaff(args.context.get(appContext).db, references, shops);
  return {
    move,
    orders: references.map((reference) => {
      const order = ordersByReference.get(reference);
      const refusal = explainRefusedMove(order, move.to, canMoveOrder);
      return {
        reference,
        id: order?.id ?? null,
        customer: order?.customer ?? null,
        status: order?.status ?? null,
        needsTracking: move.to === "SHIPPED" && order?.hasGoods === true,
        refusal: refusal === null ? null : refusedMoveText(refusal, order?.status ?? null),
      };
    }),
  };
}

/** Fields: `pedido` (the references), `guia-<reference>`, `motivo`. */
export async function action(args: Route.ActionArgs) {
  const { move, staff, shops } = requireBulkMove(args);
  const form = await readForm(args.request);
  const references = readReferences(form.all("pedido"));
  const reason = form.text("motivo", 200);
  const typedTrackingNumbers = Object.fromEntries(
    references.map((reference) => [reference, form.text(`guia-${reference}`, 60)]),
  );
  if (move.requiresReason && reason === "")
    return { failure: sentenceOf({ refused: "reason_missing" }), typedTrackingNumbers, results: [] };
  const app = args.context.get(appContext);
  const moveOutcomes = await moveOrders(
    app,
    {
      references,
      shops,
      to: move.to,
      reason: reason || move.doneWord,
      trackingNumbers: new Map(references.map((reference) => [reference, typedTrackingNumbers[reference] ?? ""])),
    },
    actorOf(args.context, staff),
  );
  const movedTrackingNumbers = moveOutcomes
    .filter(({ refused }) => refused === null)
    .map(({ reference }) => typedTrackingNumbers[reference] ?? "");
  const ordersByTracking =
    move.to === "SHIPPED"
      ? await findOrdersByTracking(app.db, movedTrackingNumbers.filter(Boolean), shops)
      : new Map<string, number[]>();
  const results = moveOutcomes.map(({ reference, refused, status }) => ({
    reference,
    refusal: refused && refusedMoveText(refused, status),
    sameTrackingReferences:
      refused === null ? withoutReference(ordersByTracking.get(typedTrackingNumbers[reference]!), reference) : [],
  }));
  return { failure: undefined, typedTrackingNumbers, results };
}

function withoutReference(references: readonly number[] | undefined, excluded: number): number[] {
  return (references ?? []).filter((reference) => reference !== excluded);
}

export function meta() {
  return [{ title: "Varios pedidos · Panel" }];
}

export default function BulkMoves({ loaderData: { move, orders }, actionData }: Route.ComponentProps) {
  const results = actionData?.results ?? [];
  const handledReferences = new Set(results.map(({ reference }) => reference));
  const movableOrders = orders.filter(({ refusal }) => refusal === null);
  const unmovableOrders = orders.filter(
    ({ refusal, reference }) => refusal !== null && !handledReferences.has(reference),
  );
  return (
    <>
      <PageHead title={move.title} back={{ to: officePaths.orders, label: "Pedidos" }} />
      {results.length > 0 && <MoveResults results={results} />}
      {unmovableOrders.length > 0 && (
        <Section title="Estos se quedan como están">
          <ul className="space-y-1 text-sm">
            {unmovableOrders.map(({ reference, refusal }) => (
              <li key={reference}>
                <span className="font-semibold tabular">#{reference}</span> · {refusal}
              </li>
            ))}
          </ul>
        </Section>
      )}
      {movableOrders.length === 0 ? (
        results.length === 0 && <Notice title="Con ninguno de estos pedidos se puede hacer eso" />
      ) : (
        <Section title={movableOrders.length === 1 ? "Un pedido" : `${movableOrders.length} pedidos`}>
          <PostForm
            key={results.length}
            submitLabel={move.submitLabel}
            variant={move.to === "CANCELLED" ? "danger" : "primary"}
            failure={actionData?.failure}
          >
            <ul className="divide-y divide-line">
              {movableOrders.map(({ reference, customer, needsTracking }) => (
                <li key={reference} className="grid gap-2 py-3 sm:grid-cols-2 sm:items-center">
                  <input type="hidden" name="pedido" value={reference} />
                  <span className="min-w-0">
                    <span className="font-semibold tabular">#{reference}</span>
                    <span className="block text-sm wrap-anywhere text-soft">{customer}</span>
                  </span>
                  {needsTracking && (
                    <TextField
                      name={`guia-${reference}`}
                      label={`Guía del #${reference}`}
                      maxLength={60}
                      autoComplete="off"
                      defaultValue={actionData?.typedTrackingNumbers[reference]}
                    />
                  )}
                </li>
              ))}
            </ul>
            {move.to === "CANCELLED" && (
              <>
                <p className="text-sm text-soft">
                  Sus piezas vuelven a la tienda, sus boletos dejan de servir y cada cliente recibe un correo. Lo que ya
                  se pagó no se devuelve solo: queda un aviso en el pedido.
                </p>
                <TextField name="motivo" label="Motivo" maxLength={200} hint="Queda en el historial de cada pedido." />
              </>
            )}
          </PostForm>
        </Section>
      )}
    </>
  );
}
