import { Form } from "react-router";
import { Button } from "../../../ui/button.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { Badge } from "../../kit/badge.tsx";
import { Section } from "../../kit/section.tsx";
import { Table, type Column } from "../../kit/table.tsx";
import { lineOf, useShipInParts, type ShipRow } from "./use-ship-in-parts.ts";

interface CheckedList {
  wasShipped: boolean;
  rows: readonly ShipRow[];
  invalidLines: readonly { lineNumber: number; text: string; sentence: string }[];
}

const OUTCOME_TONE = { ready: "plain", sent: "success", refused: "error" } as const;

const COLUMNS: Column<ShipRow>[] = [
  { head: "Pedido", isTitle: true, cell: ({ reference }) => <span className="tabular">#{reference}</span> },
  { head: "Cliente", cell: ({ customer }) => <span className="wrap-anywhere">{customer ?? "–"}</span> },
  { head: "Guía", cell: ({ trackingNumber }) => <span className="font-mono wrap-anywhere">{trackingNumber}</span> },
  { head: "Paquetería", cell: ({ carrier }) => carrier ?? "–" },
  {
    head: "Qué pasa",
    cell: ({ outcome, sentence, ordersWithSameTracking }) =>
      outcome === "refused" ? (
        <span className="text-error">{sentence}</span>
      ) : (
        <>
          <Badge tone={OUTCOME_TONE[outcome]}>{sentence}</Badge>
          {ordersWithSameTracking.length > 0 && (
            <span className="block pt-1 text-sm font-semibold text-warning">
              La misma guía está en {ordersWithSameTracking.map((reference) => `#${reference}`).join(", ")}
            </span>
          )}
        </>
      ),
  },
];

/**
 * The outcome of each line, before and after shipping. With JavaScript the list is shipped in parts and shows its
 * progress.
 */
export function ShipPreview({ readList: checkedList }: { readList: CheckedList }) {
  const { rows, totalCount, remainingCount, state, startShipping } = useShipInParts(checkedList.rows);
  const refusedRows = rows.filter(({ outcome }) => outcome === "refused");
  const sentRows = rows.filter(({ outcome }) => outcome === "sent");
  const readyRows = rows.filter(({ outcome }) => outcome === "ready");
  const list = readyRows.map(lineOf).join("\n");
  return (
    <>
      <Counts sentCount={sentRows.length} refusedCount={refusedRows.length + checkedList.invalidLines.length} />
      {readyRows.length > 0 && (
        <Form
          method="post"
          encType="multipart/form-data"
          onSubmit={(event) => {
            event.preventDefault();
            startShipping();
          }}
          className="flex flex-wrap items-center gap-4"
        >
          <input type="hidden" name="lista" value={list} />
          <input type="hidden" name="intent" value="ship" />
          <Button type="submit" busy={state === "busy"}>
            {state === "interrupted"
              ? `Seguir con ${readyRows.length === 1 ? "el que falta" : `los ${readyRows.length} que faltan`}`
              : `Enviar ${readyRows.length === 1 ? "un pedido" : `${readyRows.length} pedidos`}`}
          </Button>
          {state === "busy" && (
            <label className="flex grow items-center gap-3 text-sm">
              <progress
                value={totalCount - remainingCount}
                max={totalCount}
                className="h-2 grow accent-(--accent-strong)"
              />
              <span className="tabular">
                {totalCount - remainingCount} de {totalCount}
              </span>
            </label>
          )}
        </Form>
      )}
      {state === "interrupted" && (
        <Notice
          tone="error"
          alert
          title="Se cortó la conexión. Lo que ya dice «Enviado» quedó enviado; sigue con lo que falta."
        />
      )}
      {rows.length > 0 && (
        <Section title="Los pedidos de la lista">
          <Table
            caption="Qué pasa con cada pedido de la lista"
            columns={COLUMNS}
            rows={[...refusedRows, ...readyRows, ...sentRows]}
            keyOf={({ reference }) => String(reference)}
          />
        </Section>
      )}
      {checkedList.invalidLines.length > 0 && <InvalidLines lines={checkedList.invalidLines} />}
    </>
  );
}

function Counts({ sentCount, refusedCount }: { sentCount: number; refusedCount: number }) {
  return (
    <div role="status" className="space-y-3">
      {sentCount > 0 && (
        <Notice
          tone="success"
          icon="check"
          title={sentCount === 1 ? "Un pedido enviado" : `${sentCount} pedidos enviados`}
        />
      )}
      {refusedCount > 0 && (
        <Notice
          tone="warning"
          title={refusedCount === 1 ? "Una línea se queda fuera" : `${refusedCount} líneas se quedan fuera`}
        />
      )}
    </div>
  );
}

function InvalidLines({ lines }: { lines: CheckedList["invalidLines"] }) {
  return (
    <Section title="Líneas que no se entienden">
      <ul className="space-y-2 text-sm">
        {lines.map(({ lineNumber, text, sentence }) => (
          <li key={lineNumber}>
            <span className="font-mono wrap-anywhere">
              {lineNumber}: {text}
            </span>
            <span className="block text-error">{sentence}</span>
          </li>
        ))}
      </ul>
    </Section>
  );
}
