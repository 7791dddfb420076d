import { getBackupStatus } from "../../../server/backup/backup-status.ts";
import { getHealth, listKeyValidities, listLastWebhooks } from "../../../server/system/health.ts";
import { readTodaysCounts } from "../../../server/system/daily-counts.ts";
import { countJobs } from "../../../server/system/jobs.ts";
import { countMailsToday } from "../../../server/mail/sent-mails.ts";
import { appContext } from "../../context.ts";
import { requireStaff } from "../guard.ts";
import { PageHead } from "../kit/page-head.tsx";
import { BackupSummary } from "./backup-summary.tsx";
import { Dependencies } from "./dependencies.tsx";
import { Installation } from "./installation.tsx";
import { Keys } from "./keys.tsx";
import { Jobs, Webhooks } from "./jobs-and-webhooks.tsx";
import { SystemNav } from "./system-nav.tsx";
import type { Route } from "./+types/route";

export async function loader({ context, request }: Route.LoaderArgs) {
  requireStaff(context, request, "system.view", "all");
  const app = context.get(appContext);
  const [dependencies, jobCounts, countsToday, mailCountToday, keys, webhooks, backups] = await Promise.all([
    getHealth(app),
    countJobs(app),
    readTodaysCounts(app.genericPlanDb),
    countMailsToday(app.genericPlanDb),
    listKeyValidities(app),
    listLastWebhooks(app),
    getBackupStatus(app),
  ]);
  const { config } = app;
  return {
    dependencies,
    jobCounts,
    countsToday,
    mailCountToday,
    keys,
    webhooks,
    backups,
    now: new Date(),
    nodeVersion: process.version,
    upSeconds: Math.round(process.uptime()),
    processRole: config.role,
    publicUrl: config.publicUrl,
    isDatabaseEmbedded: config.databaseUrl === null,
    hasStaffKey: config.staffKeys.length > 0,
    hasInvoicingKey: config.invoicingKeys.length > 0,
  };
}

export type SystemLoaderData = Route.ComponentProps["loaderData"];

export function meta() {
  return [{ title: "Sistema · Panel" }];
}

export default function System({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <PageHead title="Sistema" lead="Si algo está en rojo, enséñaselo a quien instaló la tienda." />
      <SystemNav />
      <BackupSummary backups={loaderData.backups} now={loaderData.now} />
      <Dependencies dependencies={loaderData.dependencies} />
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <Jobs loaderData={loaderData} />
        <Installation loaderData={loaderData} />
      </div>
      <Keys loaderData={loaderData} />
      <Webhooks loaderData={loaderData} />
    </>
  );
}
