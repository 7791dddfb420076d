import { Link } from "react-router";
import { formatEventTime } from "../../../domain/dates.ts";
import { isRefusal } from "../../../domain/refusal.ts";
import { isAllowed } from "../../../domain/staff-permissions.ts";
import { listConflicts } from "../../../server/check-in/conflicts.ts";
import { listScanners } from "../../../server/check-in/scanner-keys.ts";
import type { Queryable } from "../../../server/db/connect.ts";
import { listEvents } from "../../../server/tickets/list-events.ts";
import { appContext, shopContext } from "../../context.ts";
import { EmptyState, Notice } from "../../ui/notice.tsx";
import { Badge } from "../kit/badge.tsx";
import { PageHead } from "../kit/page-head.tsx";
import { Section } from "../kit/section.tsx";
import { Table } from "../kit/table.tsx";
import { Conflicts } from "./event/conflicts.tsx";
import { runScannerAction } from "./event/scanner-actions.ts";
import { ScannerKeys } from "./event/scanner-keys.tsx";
import { actorOf, readForm, requireStaff } from "../guard.ts";
import { officePaths } from "../paths.ts";
import { sentenceOf } from "../sentences.ts";
import type { Route } from "./+types/route";

/** Maximum number of listed keys that no longer work, the newest first. Keys that work are all listed. */
const MAX_INVALID_KEYS = 20;

export async function loader({ context, request }: Route.LoaderArgs) {
  const staff = requireStaff(context, request, "events.view", "all");
  const { db } = context.get(appContext);
  const mayScan = isAllowed(staff.grants, "door.scan", "all");
  return {
    events: await listEvents(db),
    mayScan,
    conflicts: mayScan ? await listConflicts(db, { productId: null }) : [],
    scanners: mayScan ? await listScannersToShow(db) : [],
  };
}

/** The keys that work, then those that have ended or were revoked. */
async function listScannersToShow(db: Queryable) {
  const keys = await listScanners(db);
  const isOpen = ({ state }: (typeof keys)[number]) => state === "open";
  return [...keys.filter(isOpen), ...keys.filter((key) => !isOpen(key)).slice(0, MAX_INVALID_KEYS)];
}

/** Creates a scanner key for the entrances of all events, or revokes any scanner key, also that of a single event. */
export async function action({ context, request }: Route.ActionArgs) {
  const staff = requireStaff(context, request, "door.scan", "all");
  const form = await readForm(request);
  const shop = context.get(shopContext);
  const outcome = await runScannerAction(context.get(appContext), {
    form,
    shop,
    productId: null,
    by: actorOf(context, staff),
  });
  if (isRefusal(outcome)) return { failure: sentenceOf(outcome) };
  return outcome === "revoked" ? { isRevoked: true } : { newScanner: outcome };
}

export function meta() {
  return [{ title: "Boletos · Panel" }];
}

export default function Events({
  loaderData: { events, mayScan, conflicts, scanners },
  actionData,
}: Route.ComponentProps) {
  return (
    <>
      <PageHead title="Boletos" lead="Eventos, quién tiene boleto, y las puertas que los leen." />
      <Conflicts conflicts={conflicts} />
      {actionData?.isRevoked && <Notice tone="success" icon="check" alert title="Esa puerta ya no abre nada." />}
      {events.length === 0 ? (
        <EmptyState title="Todavía no hay eventos">
          <p className="text-soft">Un evento es un producto digital: se hace en Productos.</p>
        </EmptyState>
      ) : (
        <Section title="Eventos">
          <Table
            caption="Eventos"
            keyOf={({ id }) => id}
            rows={events}
            columns={[
              {
                head: "Evento",
                isTitle: true,
                cell: ({ id, name, isPublished }) => (
                  <>
                    <Link to={officePaths.event(id)} className="font-semibold underline underline-offset-4">
                      {name}
                    </Link>{" "}
                    {!isPublished && <Badge>Oculto</Badge>}
                  </>
                ),
              },
              {
                head: "Cuándo",
                cell: ({ at }) => (at ? formatEventTime(at) : <Badge tone="warning">Falta la fecha</Badge>),
              },
              { head: "Dónde", cell: ({ place }) => place ?? "Sin lugar" },
              { head: "Vendidos", isNumeric: true, cell: ({ validCount, usedCount }) => validCount + usedCount },
              { head: "Entraron", isNumeric: true, cell: ({ usedCount }) => usedCount },
              { head: "Anulados", isNumeric: true, cell: (event) => event.voidCount },
              { head: "Por vender", isNumeric: true, cell: ({ available }) => available },
            ]}
          />
        </Section>
      )}
      {mayScan && (
        <ScannerKeys
          title="Puertas"
          lead="Una llave para la puerta de todos los eventos. Para un solo evento, hazla en su página."
          scanners={scanners}
          newScanner={actionData?.newScanner}
          failure={actionData?.failure}
        />
      )}
    </>
  );
}
