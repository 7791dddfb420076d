import { useState } from "react";
import { Form, useNavigation } from "react-router";
import { isRefusal } from "../../../../domain/refusal.ts";
import { shopsWithPermission } from "../../../../domain/staff-permissions.ts";
import {
  decodeTrackingList,
  MAX_TRACKING_LIST_BYTES,
  readTrackingList,
  INVALID_LINE_SENTENCE,
} from "../../../../server/orders/tracking-list/read-tracking-list.ts";
import { previewTrackingList, shipListedOrders } from "../../../../server/orders/tracking-list/ship-listed-orders.ts";
import { appContext } from "../../../context.ts";
import { Button } from "../../../ui/button.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { actorOf, readUpload, requireStaff } from "../../guard.ts";
import { PageHead } from "../../kit/page-head.tsx";
import { Section } from "../../kit/section.tsx";
import { officePaths } from "../../paths.ts";
import { sentenceOf } from "../../sentences.ts";
import { ShipPreview } from "./ship-preview.tsx";
import { outcomeSentence } from "./outcome-sentence.ts";
import type { Route } from "./+types/route";

export function loader({ context, request }: Route.LoaderArgs) {
  requireStaff(context, request, "orders.ship", "any");
  return null;
}

/**
 * Previews the list in `lista` (typed) or `archivo` (a file). With the intent `ship`, ships its orders. The form is
 * always multipart.
 */
export async function action({ context, request }: Route.ActionArgs) {
  const staff = requireStaff(context, request, "orders.ship", "any");
  const form = await readUpload(request, 2 * MAX_TRACKING_LIST_BYTES);
  if (form === null) return failWith("list_too_big");
  const [file] = form.files("archivo");
  if (file && file.size > MAX_TRACKING_LIST_BYTES) return failWith("list_too_big");
  const listText = file
    ? decodeTrackingList(new Uint8Array(await file.arrayBuffer()))
    : form.multilineText("lista", MAX_TRACKING_LIST_BYTES);
  if (isRefusal(listText)) return failWith(listText.refused);
  const list = readTrackingList(listText);
  if (isRefusal(list)) return failWith(list.refused, listText);
  const shops = shopsWithPermission(staff.grants, "orders.ship");
  const app = context.get(appContext);
  const shipsOrders = form.text("intent") === "ship";
  const results = shipsOrders
    ? await shipListedOrders(app, list.lines, shops, actorOf(context, staff))
    : await previewTrackingList(app.db, list.lines, shops);
  return {
    failure: undefined,
    list: shipsOrders ? "" : listText,
    wasShipped: shipsOrders,
    rows: results.map((line) => ({ ...line, sentence: outcomeSentence(line) })),
    invalidLines: list.invalidLines.map(({ lineNumber, text, reason }) => ({
      lineNumber,
      text,
      sentence: INVALID_LINE_SENTENCE[reason],
    })),
  };
}

function failWith(refusalCode: Parameters<typeof sentenceOf>[0]["refused"], list = "") {
  return { failure: sentenceOf({ refused: refusalCode }), list, wasShipped: false, rows: [], invalidLines: [] };
}

export function meta() {
  return [{ title: "Enviar con lista · Panel" }];
}

export default function ShipList({ actionData }: Route.ComponentProps) {
  const [isEditing, setEditing] = useState(false);
  const busy = useNavigation().state === "submitting";
  const wasListRead = actionData !== undefined && actionData.failure === undefined;
  return (
    <>
      <PageHead
        title="Enviar con lista"
        back={{ to: officePaths.orders, label: "Pedidos" }}
        lead="Pega los pedidos con sus guías, o sube el CSV de la paquetería. Antes de enviar ves qué pasará con cada uno."
      />
      {actionData?.failure && <Notice tone="error" alert title={actionData.failure} />}
      {wasListRead && <ShipPreview key={JSON.stringify(actionData.rows)} readList={actionData} />}
      {wasListRead && !isEditing ? (
        <Button variant="secondary" onClick={() => setEditing(true)}>
          Corregir o pegar otra
        </Button>
      ) : (
        <Section title="La lista">
          <Form method="post" encType="multipart/form-data" className="space-y-5" onSubmit={() => setEditing(false)}>
            <label className="block space-y-1.5">
              <span className="block text-sm font-semibold">Pedido, guía y, si es otra, paquetería</span>
              <textarea
                name="lista"
                rows={10}
                spellCheck={false}
                defaultValue={actionData?.list}
                placeholder={"100123, MX0012345678\n100124, MX0012345679, Estafeta"}
                className="block w-full rounded-box border border-edge bg-card px-3 py-2 font-mono text-base"
              />
              <span className="block text-sm text-soft">
                Un pedido por línea. También sirve copiado de una hoja de cálculo. Repetir una lista no envía nada dos
                veces.
              </span>
            </label>
            <label className="block space-y-1.5">
              <span className="block text-sm font-semibold">
                O un archivo CSV <span className="font-normal text-soft">(opcional)</span>
              </span>
              <input
                type="file"
                name="archivo"
                accept=".csv,.txt,text/csv,text/plain"
                className="block w-full text-sm file:mr-3 file:min-h-11 file:rounded-box file:border file:border-edge file:bg-card file:px-4 file:font-semibold"
              />
            </label>
            <Button type="submit" busy={busy}>
              Revisar la lista
            </Button>
          </Form>
        </Section>
      )}
    </>
  );
}
