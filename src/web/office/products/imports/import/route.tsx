import { useEffect } from "react";
import { data, Form, redirect, useNavigation } from "react-router";
import { formatDateTime } from "../../../../../domain/dates.ts";
import { isRefusal } from "../../../../../domain/refusal.ts";
import {
  countImportRows,
  findImport,
  listImportRows,
  type ImportRow,
} from "../../../../../server/catalog/imports/queries.ts";
import { startImport, stopImport } from "../../../../../server/catalog/imports/run-import.ts";
import { listChanges } from "../../../../../server/change-log/change-log.ts";
import { appContext } from "../../../../context.ts";
import { Button, buttonClasses } from "../../../../ui/button.tsx";
import { Notice } from "../../../../ui/notice.tsx";
import { actorOf, readForm, requireStaff } from "../../../guard.ts";
import { Badge } from "../../../kit/badge.tsx";
import { ChangeList } from "../../../kit/change-list.tsx";
import { PageHead } from "../../../kit/page-head.tsx";
import { Section } from "../../../kit/section.tsx";
import { useReload } from "../../../kit/use-reload.ts";
import { Table, type Column } from "../../../kit/table.tsx";
import { toChange } from "../../../kit/to-change.ts";
import { officePaths } from "../../../paths.ts";
import { sentenceOf } from "../../../sentences.ts";
import { IMPORT_STATE_LABEL, ROW_OUTCOME_LABEL } from "../import-labels.ts";
import type { Route } from "./+types/route";

/** How many rows the page shows. The CSV file has all. */
const MAX_SHOWN_ROWS = 50;
const POLL_MS = 1_000;

export async function loader({ context, request, params }: Route.LoaderArgs) {
  requireStaff(context, request, "catalog.edit", "all");
  const { db, genericPlanDb } = context.get(appContext);
  const currentImport = await findImport(db, params.importId);
  if (!currentImport) throw data(null, { status: 404 });
  const counts = await countImportRows(db, currentImport.id);
  const rows = await listImportRows(db, currentImport.id, MAX_SHOWN_ROWS + 1);
  const changes = await listChanges(genericPlanDb, "import", { id: currentImport.id });
  return {
    currentImport,
    counts,
    rows: rows.slice(0, MAX_SHOWN_ROWS),
    hasMore: rows.length > MAX_SHOWN_ROWS,
    changes: changes.map((change) => toChange(change)),
  };
}

/** Starts, stops or resumes the import. */
export async function action({ context, request, params }: Route.ActionArgs) {
  const staff = requireStaff(context, request, "catalog.edit", "all");
  const app = context.get(appContext);
  if (!(await findImport(app.db, params.importId))) throw data(null, { status: 404 });
  const form = await readForm(request);
  const intent = form.text("intent");
  if (intent !== "start" && intent !== "stop") return {};
  const changeState = { start: startImport, stop: stopImport }[intent];
  const result = await changeState(app, params.importId, actorOf(context, staff));
  return isRefusal(result) ? { failure: sentenceOf(result) } : redirect(officePaths.importOf(params.importId));
}

export function meta() {
  return [{ title: "Importación · Panel" }];
}

const OUTCOME_HEAD = "Qué pasó";
const COLUMNS: readonly Column<ImportRow>[] = [
  { head: "Renglón", cell: ({ line }) => line, isNumeric: true },
  { head: "Producto", cell: ({ name, handle }) => name ?? (handle || "—"), isTitle: true },
  {
    head: OUTCOME_HEAD,
    cell: ({ outcome }) =>
      outcome === null ? (
        "Espera"
      ) : (
        <Badge tone={outcome === "refused" ? "error" : outcome === "unchanged" ? "plain" : "success"}>
          {ROW_OUTCOME_LABEL[outcome]}
        </Badge>
      ),
  },
  { head: "Por qué", cell: ({ reason }) => <span className="wrap-anywhere">{reason ?? ""}</span> },
];
const DRAFT_COLUMNS = COLUMNS.map((column) =>
  column.head === OUTCOME_HEAD ? { ...column, head: "Qué haría" } : column,
);

export default function ImportPage({ loaderData, actionData }: Route.ComponentProps) {
  const { currentImport, counts, rows, hasMore, changes } = loaderData;
  const { id, state, total, notices } = currentImport;
  const isDraft = state === "draft";
  const isRunning = state === "running";
  useImportPolling(isRunning);
  const doneCount = total - counts.waiting;
  return (
    <>
      <PageHead
        title={currentImport.fileName}
        back={{ to: officePaths.imports, label: "Importar productos" }}
        lead={`${IMPORT_STATE_LABEL[state]} · ${currentImport.actor} · ${formatDateTime(currentImport.createdAt)}`}
      >
        <a href={officePaths.importRows(id)} className={buttonClasses("secondary")}>
          Bajar todos los renglones
        </a>
        <Form method="post">
          {isRunning && (
            <Button type="submit" variant="secondary" name="intent" value="stop">
              Detener
            </Button>
          )}
          {(isDraft || state === "stopped") && counts.waiting > 0 && (
            <Button type="submit" name="intent" value="start">
              {isDraft ? "Empezar" : "Seguir"}
            </Button>
          )}
        </Form>
      </PageHead>
      {actionData?.failure && <Notice tone="error" alert title={actionData.failure} />}
      {notices.length > 0 && <IgnoredContent {...{ notices, isDraft }} />}
      {!isDraft && <Progress {...{ doneCount, total, state }} />}
      <dl className="grid grid-cols-2 gap-3 md:grid-cols-4">
        {(["created", "updated", "unchanged", "refused"] as const).map((outcome) => (
          <div key={outcome} className="flex flex-col-reverse rounded-box border border-line bg-card p-4">
            <dt className="text-sm text-soft">{COUNT_LABEL[outcome][isDraft ? 0 : 1]}</dt>
            <dd className="text-2xl font-bold tabular">{counts[outcome].toLocaleString("es-MX")}</dd>
          </div>
        ))}
      </dl>
      <Section title={rowsTitle(hasMore, counts.refused > 0, isDraft)}>
        <Table
          caption="Renglones del archivo"
          rows={rows}
          keyOf={({ line, handle, reason }) => `${line} ${handle} ${reason ?? ""}`}
          columns={isDraft ? DRAFT_COLUMNS : COLUMNS}
        />
      </Section>
      <Section title="Bitácora">
        <ChangeList changes={changes} />
      </Section>
    </>
  );
}

/** Refused rows are shown before the others. */
function rowsTitle(hasMore: boolean, hasRefused: boolean, isDraft: boolean): string {
  if (!hasMore) return "Renglones";
  if (!hasRefused) return `Los primeros ${MAX_SHOWN_ROWS} renglones`;
  return `${MAX_SHOWN_ROWS} renglones, primero los que no se ${isDraft ? "pueden tomar" : "tomaron"}`;
}

/** The content of the file that the import ignores (rule CSV-1). */
function IgnoredContent({ notices, isDraft }: { notices: readonly string[]; isDraft: boolean }) {
  return (
    <Notice tone="warning" title={isDraft ? "Esto no se va a tomar del archivo" : "Esto no se tomó del archivo"}>
      <ul className="list-disc space-y-1 pl-5 wrap-anywhere">
        {notices.map((notice) => (
          <li key={notice}>{notice}</li>
        ))}
      </ul>
    </Notice>
  );
}

/** Labels of the counts: before and after the import. */
const COUNT_LABEL = {
  created: ["serían nuevos", "nuevos"],
  updated: ["cambiarían", "cambiados"],
  unchanged: ["ya están igual", "ya estaban igual"],
  refused: ["renglones no se pueden tomar", "renglones no tomados"],
} as const;

function Progress({ doneCount, total, state }: { doneCount: number; total: number; state: string }) {
  const text = `${doneCount.toLocaleString("es-MX")} de ${total.toLocaleString("es-MX")} productos`;
  return (
    <div className="space-y-2">
      <progress
        aria-label="Avance de la importación"
        value={doneCount}
        max={Math.max(1, total)}
        className="h-3 w-full accent-(--accent-strong)"
      />
      <p role="status" className="text-sm">
        {text}
        {state === "stopped" && ". Los que ya se tomaron se quedan; los demás esperan a que sigas."}
        {state === "running" && ". Puedes cerrar esta página: sigue sola."}
      </p>
    </div>
  );
}

/** Loads the page's data again while the import runs. A tick while the page is hidden loads nothing. */
function useImportPolling(isRunning: boolean): void {
  const reload = useReload();
  const { state } = useNavigation();
  useEffect(() => {
    if (!isRunning || state !== "idle") return;
    const timer = setInterval(() => document.visibilityState === "visible" && reload(), POLL_MS);
    return () => clearInterval(timer);
  }, [isRunning, reload, state]);
}
