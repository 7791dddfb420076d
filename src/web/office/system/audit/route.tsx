import { useEffect } from "react";
import { redirect } from "react-router";
import { formatDateTime } from "../../../../domain/dates.ts";
import { isRefusal } from "../../../../domain/refusal.ts";
import { requestAudit, listAuditRuns } from "../../../../server/system/audit-runs.ts";
import { appContext } from "../../../context.ts";
import { Notice } from "../../../ui/notice.tsx";
import { actorOf, requireStaff } from "../../guard.ts";
import { Badge } from "../../kit/badge.tsx";
import { PageHead } from "../../kit/page-head.tsx";
import { PostForm } from "../../kit/post-form.tsx";
import { Section } from "../../kit/section.tsx";
import { useReload } from "../../kit/use-reload.ts";
import { officePaths } from "../../paths.ts";
import { sentenceOf } from "../../sentences.ts";
import { SystemNav } from "../system-nav.tsx";
import type { Route } from "./+types/route";

export async function loader({ context, request }: Route.LoaderArgs) {
  requireStaff(context, request, "system.view", "all");
  return { runs: await listAuditRuns(context.get(appContext)) };
}

/** Requests an audit, which a job runs. */
export async function action({ context, request }: Route.ActionArgs) {
  const staff = requireStaff(context, request, "system.view", "all");
  const outcome = await requestAudit(context.get(appContext), actorOf(context, staff));
  return isRefusal(outcome) ? { failure: sentenceOf(outcome) } : redirect(officePaths.systemAudit);
}

export function meta() {
  return [{ title: "Auditoría · Panel" }];
}

const POLL_MS = 2_000;

export default function Audit({ loaderData: { runs }, actionData }: Route.ComponentProps) {
  const reload = useReload();
  const runningAudit = runs.find(({ ended_at }) => ended_at === null);
  const isRunning = runningAudit !== undefined;
  useEffect(() => {
    if (!isRunning) return;
    const timer = setInterval(() => document.visibilityState === "visible" && reload(), POLL_MS);
    return () => clearInterval(timer);
  }, [isRunning, reload]);
  return (
    <>
      <PageHead
        title="Auditoría"
        back={{ to: officePaths.system, label: "Sistema" }}
        lead="Comprueba cada promesa sobre existencias, dinero y pedidos en toda la base de datos. La tienda sigue vendiendo mientras tanto."
      />
      <SystemNav />
      {runningAudit ? (
        <Section title="En marcha">
          <div role="status" className="space-y-2">
            <p className="text-sm">
              {runningAudit.checks_done} de {runningAudit.checks_total} comprobaciones. Puedes irte: el resultado se
              queda aquí.
            </p>
            <progress
              value={runningAudit.checks_done}
              max={runningAudit.checks_total}
              aria-label="Avance de la auditoría"
              className="h-3 w-full accent-(--accent-strong)"
            />
          </div>
        </Section>
      ) : (
        <PostForm submitLabel="Empezar una auditoría" failure={actionData?.failure} />
      )}
      {runs.length === 0 && <p className="text-soft">Todavía no se ha hecho ninguna.</p>}
      {runs
        .filter(({ ended_at }) => ended_at !== null)
        .map((run, index) => (
          <AuditRun key={run.id} run={run} isLatest={index === 0} />
        ))}
    </>
  );
}

function AuditRun({
  run: { requested_by, requested_at, results, failure },
  isLatest,
}: {
  run: Route.ComponentProps["loaderData"]["runs"][number];
  isLatest: boolean;
}) {
  const failedChecks = (results ?? []).filter(({ violations }) => violations > 0);
  return (
    <Section title={`La del ${formatDateTime(requested_at)}, de ${requested_by}`}>
      {failure && <Notice tone="error" title={failure} />}
      {results && (
        <p className="flex flex-wrap items-center gap-2 text-sm">
          {failedChecks.length === 0 ? (
            <Badge tone="success">Todo cuadra</Badge>
          ) : (
            <Badge tone="error">Hay errores</Badge>
          )}
          {results.length} comprobaciones, {failedChecks.length} con errores.
        </p>
      )}
      {results && (
        <details open={failedChecks.length > 0 && isLatest}>
          <summary className="inline-flex min-h-9 items-center text-sm font-semibold underline">
            Ver cada comprobación
          </summary>
          <ul className="divide-y divide-line text-sm">
            {results
              .toSorted((a, b) => b.violations - a.violations)
              .map(({ name, promise: invariant, violations, examples }) => (
                <li key={name} className="flex flex-wrap justify-between gap-2 py-2">
                  <span className="min-w-0">
                    {invariant}
                    {examples.length > 0 && (
                      <span className="block font-mono text-xs wrap-anywhere text-soft">{examples.join(", ")}</span>
                    )}
                  </span>
                  {violations === 0 ? <Badge tone="success">Bien</Badge> : <Badge tone="error">{violations} mal</Badge>}
                </li>
              ))}
          </ul>
        </details>
      )}
    </Section>
  );
}
