import { Link, redirect } from "react-router";
import { formatAgo } from "../../../../domain/format-ago.ts";
import { isRefusal, type Refusal } from "../../../../domain/refusal.ts";
import { releaseSource } from "../../../../server/order-management/release-source.ts";
import { listSources, type SourceHoldings } from "../../../../server/holding/sources.ts";
import { listChanges } from "../../../../server/change-log/change-log.ts";
import { appContext } from "../../../context.ts";
import { EmptyState, Notice } from "../../../ui/notice.tsx";
import { actorOf, readForm, requireStaff } from "../../guard.ts";
import { Badge } from "../../kit/badge.tsx";
import { ChangeList } from "../../kit/change-list.tsx";
import { SuccessNotice } from "../../kit/success-notice.tsx";
import { PageHead } from "../../kit/page-head.tsx";
import { PostForm } from "../../kit/post-form.tsx";
import { Section } from "../../kit/section.tsx";
import { Table, type Column } from "../../kit/table.tsx";
import { toChange } from "../../kit/to-change.ts";
import { officePaths } from "../../paths.ts";
import { sentenceOf, type OfficeRefusalName } from "../../sentences.ts";
import type { Route } from "./+types/route";

export async function loader({ context, request }: Route.LoaderArgs) {
  requireStaff(context, request, "holds.release", "all");
  const app = context.get(appContext);
  const changes = await listChanges(app.genericPlanDb, "source", { limit: 20 });
  return {
    ...(await listSources(app)),
    now: new Date(),
    changes: changes.map((change) => toChange(change)),
  };
}

/** Releases the carts and the unpaid orders of one source. Orders with a payment under way or a receipt stay. */
export async function action({ context, request }: Route.ActionArgs) {
  const staff = requireStaff(context, request, "holds.release", "all");
  const form = await readForm(request);
  const kind = form.text("kind") === "device" ? "device" : "address";
  const by = actorOf(context, staff);
  const outcome = await releaseSource(context.get(appContext), { kind, key: form.text("key", 40) }, by);
  if (isRefusal(outcome)) return { failure: sentenceOf(outcome as Refusal<OfficeRefusalName>) };
  return redirect(`${officePaths.holds}?hecho=liberado`);
}

export function meta() {
  return [{ title: "Piezas apartadas · Panel" }];
}

const formatPieces = (count: number) => `${count.toLocaleString("es-MX")} ${count === 1 ? "pieza" : "piezas"}`;

const formatPercent = (percent: number) =>
  percent < 0.1 ? "menos de 0.1\u00a0%" : `${percent.toLocaleString("es-MX", { maximumFractionDigits: 1 })}\u00a0%`;

const makeColumns = (now: Date): readonly Column<SourceHoldings>[] => [
  {
    head: "Desde",
    isTitle: true,
    cell: ({ label, isAlarm }) => (
      <>
        <span className="font-semibold">{label}</span> {isAlarm && <Badge tone="error">Aparta demasiado</Badge>}
      </>
    ),
  },
  {
    head: "Piezas",
    isNumeric: true,
    cell: ({ pieces: heldPieces, percent }) => `${heldPieces.toLocaleString("es-MX")} (${formatPercent(percent)})`,
  },
  {
    head: "En carritos",
    cell: ({ cartCount, cartPieces }) => (cartCount === 0 ? "–" : `${cartPieces} en ${cartCount}`),
  },
  {
    head: "En pedidos por pagar",
    cell: ({ orderCount, orderPieces, references }) =>
      orderCount === 0 ? (
        "–"
      ) : (
        <>
          {orderPieces} en {orderCount}:{" "}
          <Link
            to={`${officePaths.orders}?q=${references[0]}`}
            className="font-semibold underline underline-offset-4"
          >{`#${references[0]}`}</Link>
          {orderCount > 1 && ` y ${orderCount - 1} más`}
        </>
      ),
  },
  { head: "Lo más viejo", cell: ({ since }) => formatAgo(since, now) },
  { head: "Liberar", cell: (source) => <ReleaseForm source={source} /> },
];

export default function Holds({ loaderData, actionData }: Route.ComponentProps) {
  const { sources, stockPieces, alarmPieces, now, changes } = loaderData;
  return (
    <>
      <PageHead
        title="Piezas apartadas sin pagar"
        back={{ to: officePaths.stock, label: "Existencias" }}
        lead={`Desde qué redes y navegadores se apartan. De ${formatPieces(stockPieces)} que hay, se avisa cuando un solo lugar tiene ${formatPieces(alarmPieces)} o más.`}
      />
      {actionData && <Notice tone="error" alert title={actionData.failure} />}
      {!actionData && (
        <SuccessNotice
          sentences={{ liberado: "Liberado: abajo dice qué volvió a la venta y qué pedidos se cancelaron." }}
        />
      )}
      <Section title="Quién aparta más">
        {sources.length === 0 ? (
          <EmptyState title="Nadie tiene piezas apartadas ahora" />
        ) : (
          <Table
            caption="Quién aparta más"
            keyOf={({ kind, key }) => `${kind} ${key}`}
            rows={sources}
            columns={makeColumns(now)}
          />
        )}
        <p className="text-sm text-soft">
          Una oficina o parte de una compañía de celular salen a internet como una sola red: muchas personas honestas
          pueden compartirla. De cada lugar solo se guarda una huella, y solo mientras aparta algo.
        </p>
      </Section>
      {changes.length > 0 && (
        <Section title="Lo que se liberó">
          <ChangeList changes={changes} />
        </Section>
      )}
    </>
  );
}

function ReleaseForm({ source: { kind, key, label, cartCount, orderCount } }: { source: SourceHoldings }) {
  return (
    <details>
      <summary
        aria-label={`Liberar lo que aparta ${label}`}
        className="inline-block min-h-9 py-2 font-semibold underline underline-offset-4"
      >
        Liberar…
      </summary>
      <PostForm submitLabel="Liberar todo" variant="danger" className="max-w-xs pt-2">
        <input type="hidden" name="kind" value={kind} />
        <input type="hidden" name="key" value={key} />
        <p className="text-soft">
          {cartCount > 0 && `Terminan ${cartCount === 1 ? "su carrito" : `sus ${cartCount} carritos`}. `}
          {orderCount > 0 &&
            `${orderCount === 1 ? "Se cancela su pedido por pagar" : `Se cancelan sus ${orderCount} pedidos por pagar`}, con un correo; los que ya tienen un pago o un comprobante se quedan. `}
          Las piezas vuelven a la venta ahora mismo. No se puede deshacer.
        </p>
      </PostForm>
    </details>
  );
}
