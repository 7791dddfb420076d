import { data, redirect } from "react-router";
import { formatEventTime } from "../../../../domain/dates.ts";
import { readMexicoTime, formatMexicoTime } from "../../../../domain/mexico-time.ts";
import { isRefusal } from "../../../../domain/refusal.ts";
import { isAllowed } from "../../../../domain/staff-permissions.ts";
import { TICKET_STATE_LABEL, TICKET_STATES } from "../../../../domain/ticket-state.ts";
import { isId } from "../../../../server/db/new-id.ts";
import { listConflicts } from "../../../../server/check-in/conflicts.ts";
import { listScanners } from "../../../../server/check-in/scanner-keys.ts";
import { listScans } from "../../../../server/check-in/list-scans.ts";
import { listChanges } from "../../../../server/change-log/change-log.ts";
import { findEvent, listTickets } from "../../../../server/tickets/list-events.ts";
import { setEvent } from "../../../../server/tickets/set-event.ts";
import { appContext, shopContext } from "../../../context.ts";
import { ButtonLink } from "../../../ui/button.tsx";
import { SelectField, TextField } from "../../../ui/field.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { ChangeList } from "../../kit/change-list.tsx";
import { SuccessNotice } from "../../kit/success-notice.tsx";
import { Facts } from "../../kit/facts.tsx";
import { Filters } from "../../kit/filters.tsx";
import { PageHead } from "../../kit/page-head.tsx";
import { Pager } from "../../kit/pager.tsx";
import { PostForm } from "../../kit/post-form.tsx";
import { Section } from "../../kit/section.tsx";
import { toChange } from "../../kit/to-change.ts";
import { ChangeNotice } from "../../kit/change-notice.tsx";
import { actorOf, readForm, requireStaff } from "../../guard.ts";
import { officePaths } from "../../paths.ts";
import { readQuery } from "../../read-query.ts";
import { sentenceOf } from "../../sentences.ts";
import { Conflicts } from "./conflicts.tsx";
import { runScannerAction } from "./scanner-actions.ts";
import { ScannerKeys } from "./scanner-keys.tsx";
import { Scans } from "./scans.tsx";
import { TicketTable } from "./ticket-table.tsx";
import type { Route } from "./+types/route";

export async function loader({ context, request, params: { productId } }: Route.LoaderArgs) {
  const staff = requireStaff(context, request, "events.view", "all");
  const { db, genericPlanDb } = context.get(appContext);
  const event = isId(productId) ? await findEvent(db, productId) : undefined;
  if (!event) throw data(null, { status: 404 });
  const query = readQuery(request.url);
  const [after, mayScan] = [query.text("desde"), isAllowed(staff.grants, "door.scan", "all")];
  const filters = { term: query.text("q"), state: query.oneOf("estado", TICKET_STATES) };
  const { tickets, next } = await listTickets(db, { productId, ...filters, after: isId(after) ? after : undefined });
  const scanners = mayScan ? await listScanners(db) : [];
  const changes = await listChanges(genericPlanDb, "event", { id: productId, limit: 20 });
  return {
    event,
    filters,
    // A code admits its holder, so only staff at the entrance get it.
    tickets: tickets.map((ticket) => ({ ...ticket, code: mayScan ? ticket.code : null })),
    next,
    mayScan,
    mayEdit: isAllowed(staff.grants, "catalog.edit", "all"),
    mayOpenOrders: isAllowed(staff.grants, "orders.view", "any"),
    scans: mayScan ? await listScans(db, productId) : [],
    conflicts: mayScan ? await listConflicts(db, { productId }) : [],
    scanners: scanners.filter((scanner) => scanner.productId === productId),
    changes: changes.map((change) => toChange(change)),
  };
}

/** Saves the event's time (`at`) and place, or creates or revokes a scanner key. */
export async function action({ context, request, params: { productId } }: Route.ActionArgs) {
  const staff = requireStaff(context, request, "events.view", "all");
  const app = context.get(appContext);
  const by = actorOf(context, staff);
  if (!isId(productId) || !(await findEvent(app.db, productId))) throw data(null, { status: 404 });
  const form = await readForm(request);
  if (form.text("door") || form.text("close")) {
    requireStaff(context, request, "door.scan", "all");
    const outcome = await runScannerAction(app, { form, shop: context.get(shopContext), productId, by });
    if (isRefusal(outcome)) return { scannerFailure: sentenceOf(outcome) };
    return outcome === "revoked" ? { isRevoked: true } : { newScanner: outcome };
  }
  requireStaff(context, request, "catalog.edit", "all");
  const [at, place] = [readMexicoTime(form.text("at", 20)), form.text("place", 120)];
  if (at === null || place === "") return { failure: sentenceOf({ refused: "event_wrong" }) };
  await setEvent(app, { productId, at, place }, by);
  return redirect(`${officePaths.event(productId)}?hecho=guardado`);
}

export function meta() {
  return [{ title: "Evento · Panel" }];
}

export default function EventPage({ loaderData, actionData }: Route.ComponentProps) {
  const { event, filters, tickets, next, mayScan, mayEdit, mayOpenOrders, scans, conflicts, scanners, changes } =
    loaderData;
  return (
    <>
      <PageHead
        title={event.name}
        back={{ to: officePaths.events, label: "Boletos" }}
        lead={[event.at && formatEventTime(event.at), event.place].filter(Boolean).join(" · ") || "Sin fecha ni lugar"}
      >
        {mayScan && (
          <ButtonLink variant="secondary" to={officePaths.eventTicketList(event.id)} reloadDocument>
            Descargar la lista (CSV)
          </ButtonLink>
        )}
      </PageHead>
      <Conflicts conflicts={conflicts} />
      {actionData?.isRevoked && <Notice tone="success" icon="check" alert title="Esa puerta ya no abre nada." />}
      {!actionData && <SuccessNotice sentences={{ guardado: "Guardado: así lo dicen los boletos desde ahora." }} />}
      <ChangeNotice kind="event" id={event.id} seen={changes[0]?.id ?? 0} />
      <Section title="Cómo va">
        <Facts
          facts={{
            "Boletos vendidos": event.validCount + event.usedCount,
            Entraron: event.usedCount,
            "Por entrar": event.validCount,
            Anulados: event.voidCount,
            "Lugares por vender": event.available,
          }}
        />
      </Section>
      {mayScan && (
        <ScannerKeys
          title="Puertas de este evento"
          lead="Cada teléfono de la puerta lleva su llave: con ella lee boletos, también sin red."
          scanners={scanners}
          newScanner={actionData?.newScanner}
          failure={actionData?.scannerFailure}
        />
      )}
      <Section title="Boletos">
        <Filters label="Busca un boleto" hint="Nombre, código o número de pedido">
          <SelectField name="estado" label="Estado" defaultValue={filters.state ?? ""}>
            <option value="">Todos</option>
            {TICKET_STATES.map((state) => (
              <option key={state} value={state}>
                {TICKET_STATE_LABEL[state]}
              </option>
            ))}
          </SelectField>
        </Filters>
        <TicketTable tickets={tickets} mayOpenOrders={mayOpenOrders} />
        <Pager next={next} />
      </Section>
      {mayScan && (
        <Section title="Últimas lecturas">
          <Scans scans={scans} />
        </Section>
      )}
      {mayEdit && <EventForm event={event} failure={actionData?.failure} />}
      <Section title="Bitácora">
        <ChangeList changes={changes} />
      </Section>
    </>
  );
}

function EventForm({
  event,
  failure,
}: {
  event: Route.ComponentProps["loaderData"]["event"];
  failure: string | undefined;
}) {
  return (
    <Section title="Cuándo y dónde">
      <PostForm submitLabel="Guardar" variant="secondary" failure={failure} key={event.at?.toISOString()}>
        <div className="grid gap-5 md:grid-cols-2">
          <TextField
            name="at"
            type="datetime-local"
            label="Día y hora"
            hint="Hora del centro de México"
            defaultValue={event.at ? formatMexicoTime(event.at) : ""}
          />
          <TextField name="place" label="Lugar" maxLength={120} defaultValue={event.place ?? ""} />
        </div>
        <p className="text-sm text-soft">Lo dicen los boletos que se descarguen desde ahora.</p>
      </PostForm>
    </Section>
  );
}
