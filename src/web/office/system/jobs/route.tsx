import { Form, Link, redirect } from "react-router";
import { formatDateTime } from "../../../../domain/dates.ts";
import { isRefusal } from "../../../../domain/refusal.ts";
import { giveUpJob, listJobs, retryFailedJobs, retryJob } from "../../../../server/system/jobs.ts";
import { listChanges } from "../../../../server/change-log/change-log.ts";
import { appContext } from "../../../context.ts";
import { Button } from "../../../ui/button.tsx";
import { cx } from "../../../ui/class-names.ts";
import { EmptyState, Notice } from "../../../ui/notice.tsx";
import { actorOf, readForm, requireStaff } from "../../guard.ts";
import { Badge } from "../../kit/badge.tsx";
import { ChangeList } from "../../kit/change-list.tsx";
import { PageHead } from "../../kit/page-head.tsx";
import { Pager } from "../../kit/pager.tsx";
import { Section } from "../../kit/section.tsx";
import { Table, type Column } from "../../kit/table.tsx";
import { toChange } from "../../kit/to-change.ts";
import { officePaths } from "../../paths.ts";
import { readQuery } from "../../read-query.ts";
import { sentenceOf } from "../../sentences.ts";
import { SystemNav } from "../system-nav.tsx";
import { jobLabel } from "../job-label.ts";
import type { Route } from "./+types/route";

const PAGE_SIZE = 50;

export async function loader({ context, request }: Route.LoaderArgs) {
  requireStaff(context, request, "system.view", "all");
  const app = context.get(appContext);
  const query = readQuery(request.url);
  const filter = query.oneOf("ver", ["failing", "waiting"]) ?? "failing";
  const cursor = Number(query.text("desde"));
  const after = Number.isSafeInteger(cursor) && cursor > 0 ? cursor : 0;
  const jobs = await listJobs(app, filter, { after, limit: PAGE_SIZE });
  const changes = await listChanges(app.genericPlanDb, "job", { limit: 20 });
  return {
    filter,
    jobs,
    next: jobs.length === PAGE_SIZE ? String(jobs.at(-1)!.id) : null,
    changes: changes.map((change) => toChange(change)),
    retriedCount: query.text("hecho"),
  };
}

/**
 * The field `retry` or `giveUp` has the id of a job. With `all`, every failing job that is not running is retried, at
 * most 5,000 of them.
 */
export async function action({ context, request }: Route.ActionArgs) {
  const staff = requireStaff(context, request, "system.view", "all");
  const app = context.get(appContext);
  const by = actorOf(context, staff);
  const form = await readForm(request);
  if (form.text("all") === "1") {
    const retriedCount = await retryFailedJobs(app, by);
    return redirect(`${officePaths.systemJobs}?hecho=${retriedCount}`);
  }
  const [retryId, giveUpId] = [readJobId(form.text("retry")), readJobId(form.text("giveUp"))];
  const outcome = giveUpId > 0 ? await giveUpJob(app, giveUpId, by) : await retryJob(app, retryId, by);
  return isRefusal(outcome) ? { failure: sentenceOf(outcome) } : redirect(officePaths.systemJobs);
}

/** Invalid input becomes 0, which is the id of no job. */
function readJobId(text: string): number {
  return /^\d{1,15}$/.test(text) ? Number(text) : 0;
}

export function meta() {
  return [{ title: "Tareas · Panel" }];
}

const FILTERS = [
  { key: "failing", label: "Fallan" },
  { key: "waiting", label: "Esperan su turno" },
] as const;

const COLUMNS: readonly Column<Route.ComponentProps["loaderData"]["jobs"][number]>[] = [
  { head: "Tarea", cell: ({ task }) => jobLabel(task), isTitle: true },
  {
    head: "Intentos",
    cell: ({ attempts, maxAttempts, isGivenUp, isRunning }) => (
      <>
        {attempts} de {maxAttempts} {isGivenUp && <Badge tone="error">Ya no se intenta</Badge>}
        {isRunning && <Badge tone="success">En marcha</Badge>}
      </>
    ),
  },
  { head: "Próximo intento", cell: ({ runAt, isGivenUp }) => (isGivenUp ? "–" : formatDateTime(runAt)) },
  {
    head: "Qué pasó",
    cell: ({ lastError }) => <span className="wrap-anywhere">{lastError ?? "–"}</span>,
  },
  {
    head: "Hacer",
    cell: ({ id, task, isGivenUp }) => (
      <Form method="post" className="flex flex-wrap gap-2">
        <Button
          type="submit"
          variant="secondary"
          name="retry"
          value={id}
          aria-label={`Intentar ya ${jobLabel(task)}, ${id}`}
        >
          Intentar ya
        </Button>
        {!isGivenUp && (
          <Button
            type="submit"
            variant="quiet"
            name="giveUp"
            value={id}
            aria-label={`Ya no intentar ${jobLabel(task)}, ${id}`}
          >
            Ya no intentar
          </Button>
        )}
      </Form>
    ),
  },
];

export default function Jobs({
  loaderData: { filter, jobs, next, changes, retriedCount },
  actionData,
}: Route.ComponentProps) {
  return (
    <>
      <PageHead
        title="Tareas"
        back={{ to: officePaths.system, label: "Sistema" }}
        lead="Lo que la tienda hace por su cuenta. Lo que falla se intenta otra vez, cada vez con más pausa."
      >
        {filter === "failing" && jobs.length > 0 && (
          <Form method="post">
            <input type="hidden" name="all" value="1" />
            <Button type="submit">Reintentar todas</Button>
          </Form>
        )}
      </PageHead>
      <SystemNav />
      {actionData?.failure && <Notice tone="error" alert title={actionData.failure} />}
      {retriedCount && <Notice tone="success" icon="check" alert title={`Se intentan otra vez: ${retriedCount}.`} />}
      <nav aria-label="Qué tareas" className="flex gap-2">
        {FILTERS.map(({ key, label }) => (
          <Link
            key={key}
            to={`?ver=${key}`}
            aria-current={key === filter ? "page" : undefined}
            className={cx(
              "flex min-h-9 items-center rounded-full border px-4 text-sm font-semibold",
              key === filter ? "border-accent-strong bg-accent-soft" : "border-line bg-card",
            )}
          >
            {label}
          </Link>
        ))}
      </nav>
      {jobs.length === 0 ? (
        <EmptyState title={filter === "failing" ? "Ninguna tarea falla" : "Nada espera su turno"}>
          <p className="text-soft">
            {filter === "failing"
              ? "Aquí salen los correos, timbres y consultas de pago que no se pudieron hacer."
              : "Aquí salen los correos, timbres y consultas de pago que se harán en un momento."}
          </p>
        </EmptyState>
      ) : (
        <Table caption="Tareas" rows={jobs} keyOf={({ id }) => String(id)} columns={COLUMNS} />
      )}
      <Pager next={next} />
      <Section title="Lo que se hizo a mano">
        <ChangeList changes={changes} />
      </Section>
    </>
  );
}
