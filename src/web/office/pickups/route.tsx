import { Link, redirect } from "react-router";
import { PICKUP_STATE_LABEL, PICKUP_STATES, type PickupState } from "../../../domain/pickup.ts";
import { isRefusal, refuse } from "../../../domain/refusal.ts";
import { isAllowed, shopsWithPermission } from "../../../domain/staff-permissions.ts";
import { handOverPickup } from "../../../server/pickups/hand-over-pickup.ts";
import { listPickupsForStaff } from "../../../server/pickups/list-for-staff.ts";
import { markPickupReady, markPickupNotReady } from "../../../server/pickups/move-pickup.ts";
import { isOrderOfShops } from "../../../server/pickups/read-pickup.ts";
import { appContext } from "../../context.ts";
import { cx } from "../../ui/class-names.ts";
import { EmptyState, Notice } from "../../ui/notice.tsx";
import { actorOf, readForm, requireStaff } from "../guard.ts";
import { Filters } from "../kit/filters.tsx";
import { PageHead } from "../kit/page-head.tsx";
import { officePaths } from "../paths.ts";
import { readQuery } from "../read-query.ts";
import { sentenceOf } from "../sentences.ts";
import { PickupRow } from "./pickup-row.tsx";
import type { Route } from "./+types/route";

/** Query: `ver` (a state), `q` (the code of the customer's QR, an order number or a name). */
export async function loader({ context, request }: Route.LoaderArgs) {
  const staff = requireStaff(context, request, "orders.view", "any");
  const { term, state } = readListQuery(request.url);
  const shops = shopsWithPermission(staff.grants, "orders.view");
  return {
    term,
    state,
    rows: await listPickupsForStaff(context.get(appContext).db, { shops, state, term }),
    mayShip: isAllowed(staff.grants, "orders.ship", "any"),
  };
}

/** The field `ready`, `undo`, `customer` or `collector` has the order's id. The last two say who collected it. */
export async function action({ context, request }: Route.ActionArgs) {
  const staff = requireStaff(context, request, "orders.ship", "any");
  const app = context.get(appContext);
  const form = await readForm(request);
  const input = { by: actorOf(context, staff), now: new Date() };
  const intent = (["ready", "undo", "customer", "collector"] as const).find((name) => form.text(name) !== "");
  const orderId = intent === undefined ? "" : form.text(intent);
  const isOrderInAllowedShop = await isOrderOfShops(app.db, orderId, shopsWithPermission(staff.grants, "orders.ship"));
  if (intent === undefined || !isOrderInAllowedShop) return { failure: sentenceOf(refuse("pickup_not_found")) };
  const outcome =
    intent === "ready"
      ? await markPickupReady(app, orderId, input)
      : intent === "undo"
        ? await markPickupNotReady(app, orderId, input)
        : await handOverPickup(app, orderId, { collectedBy: intent, ...input });
  if (isRefusal(outcome)) return { failure: sentenceOf(outcome) };
  // The path of `request.url` ends in `.data` when client-side code submits the form, so only its query is used.
  const { term, state } = readListQuery(request.url);
  return redirect(term === "" ? officePaths.pickups(state) : officePaths.pickupSearch(term));
}

function readListQuery(url: string): { term: string; state: PickupState } {
  const query = readQuery(url);
  return { term: query.text("q"), state: query.oneOf("ver", PICKUP_STATES) ?? "WAITING" };
}

export function meta() {
  return [{ title: "Recoger en tienda · Panel" }];
}

export default function Pickups({ loaderData, actionData }: Route.ComponentProps) {
  const { term, state, rows, mayShip } = loaderData;
  return (
    <>
      <PageHead
        title="Recoger en tienda"
        lead="Prepara los pedidos, avisa que están listos y entrégalos a quien los pidió."
      />
      <nav aria-label="Listas de pedidos para recoger" className="flex flex-wrap gap-2">
        {PICKUP_STATES.map((tab) => (
          <Link
            key={tab}
            to={officePaths.pickups(tab)}
            aria-current={term === "" && tab === state ? "page" : undefined}
            className={cx(
              "flex min-h-9 items-center rounded-full border px-4 text-sm font-semibold",
              term === "" && tab === state ? "border-accent-strong bg-accent-soft" : "border-line bg-card",
            )}
          >
            {PICKUP_STATE_LABEL[tab]}
          </Link>
        ))}
      </nav>
      <Filters label="Código, número de pedido o nombre" hint="Puedes leer el QR del cliente con el escáner." />
      {actionData && <Notice tone="error" alert title={actionData.failure} />}
      {rows.length === 0 ? (
        <EmptyState title={term === "" ? "Aquí no hay pedidos" : `Ningún pedido para recoger con «${term}»`} />
      ) : (
        <ul className="divide-y divide-line rounded-box border border-line bg-card">
          {rows.map((row) => (
            <PickupRow key={row.orderId} row={row} mayShip={mayShip} />
          ))}
        </ul>
      )}
    </>
  );
}
