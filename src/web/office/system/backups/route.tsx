import { redirect } from "react-router";
import { isRefusal } from "../../../../domain/refusal.ts";
import { getBackupStatus } from "../../../../server/backup/backup-status.ts";
import { openAfterRestore } from "../../../../server/backup/open-after-restore.ts";
import { declareNoInvoices, findUnfinishedRestore } from "../../../../server/backup/compare-after-restore.ts";
import { requestBackup } from "../../../../server/backup/backup-jobs.ts";
import { appContext } from "../../../context.ts";
import { actorOf, readForm, requireStaff } from "../../guard.ts";
import { PageHead } from "../../kit/page-head.tsx";
import { PostForm } from "../../kit/post-form.tsx";
import { Section } from "../../kit/section.tsx";
import { officePaths } from "../../paths.ts";
import { sentenceOf } from "../../sentences.ts";
import { BackupFacts, BackupWarning } from "../backup-summary.tsx";
import { SystemNav } from "../system-nav.tsx";
import { BackupRuns } from "./backup-runs.tsx";
import { RestoreReport } from "./restore-report.tsx";
import type { Route } from "./+types/route";

export async function loader({ context, request }: Route.LoaderArgs) {
  requireStaff(context, request, "system.view", "all");
  const app = context.get(appContext);
  const [backups, restore] = await Promise.all([getBackupStatus(app), findUnfinishedRestore(app)]);
  return {
    backups,
    restore: restore ?? null,
    now: new Date(),
    keepDays: app.config.backupKeepDays,
    hasKeyFiles: app.config.staffKeys.length === 0 || app.config.invoicingKeys.length === 0,
  };
}

/** The field `intent` is `backup` (requests a backup), or after a restore `no-invoices` or `open`. */
export async function action({ context, request }: Route.ActionArgs) {
  const staff = requireStaff(context, request, "system.view", "all");
  const app = context.get(appContext);
  const by = actorOf(context, staff);
  const intent = (await readForm(request)).text("intent");
  const outcome =
    intent === "open"
      ? await openAfterRestore(app, by)
      : intent === "no-invoices"
        ? await declareNoInvoices(app, by)
        : await requestBackup(app, by);
  if (isRefusal(outcome)) return { intent, failure: sentenceOf(outcome) };
  return redirect(officePaths.systemBackups);
}

export function meta() {
  return [{ title: "Respaldos · Panel" }];
}

export default function BackupsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { backups, restore, now, keepDays, hasKeyFiles } = loaderData;
  const failureOf = (intent: string) => (actionData?.intent === intent ? actionData.failure : undefined);
  return (
    <>
      <PageHead
        title="Respaldos"
        back={{ to: officePaths.system, label: "Sistema" }}
        lead="Copias de la base de datos, las fotos y los comprobantes. Con ellas la tienda puede volver a cualquier segundo."
      />
      <SystemNav />
      {restore && <RestoreReport restore={restore} failureOf={failureOf} />}
      <Section title="Estado">
        <BackupWarning backups={backups} now={now} />
        {backups.place !== null && <BackupFacts backups={backups} now={now} />}
        <p className="text-sm">
          Se hace uno cada día a las 3 de la mañana y se comprueba completo. Se guardan {keepDays} días.
        </p>
        <p className="text-sm">
          Las llaves no van en el respaldo.{" "}
          {hasKeyFiles ? "Aquí son archivos .key en DATA_DIR" : "Son STAFF_KEY e INVOICING_KEY"}: guárdalas en otro
          lugar. Sin ellas, después de restaurar nadie entra con su segundo factor y no se puede facturar.
        </p>
        {backups.place !== null && (
          <PostForm submitLabel="Respaldar ahora" variant="secondary" failure={failureOf("backup")}>
            <input type="hidden" name="intent" value="backup" />
          </PostForm>
        )}
      </Section>
      <BackupRuns runs={backups.runs} />
    </>
  );
}
