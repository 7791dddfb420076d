import { Link } from "react-router";
import { formatAgo, formatDate } from "../../../domain/dates.ts";
import { getHealth, listKeyAges, listLastWebhooks, type KeyAge, type Part } from "../../../server/system/health.ts";
import { todaysCounts } from "../../../server/system/daily-counts.ts";
import { countJobs } from "../../../server/system/jobs.ts";
import { countMailsToday } from "../../../server/mail/sent-mails.ts";
import { appContext } from "../../context.ts";
import { requireStaff } from "../guard.ts";
import { Badge } from "../kit/badge.tsx";
import { Facts } from "../kit/facts.tsx";
import { PageHead } from "../kit/page-head.tsx";
import { Section } from "../kit/section.tsx";
import { Table } from "../kit/table.tsx";
import { officePaths } from "../paths.ts";
import { SystemNav } from "./system-nav.tsx";
import type { Route } from "./+types/route";

export async function loader({ context, request }: Route.LoaderArgs) {
  requireStaff(context, request, "system.view", "all");
  const app = context.get(appContext);
  const [parts, jobs, counts, mailsToday, keys, webhooks] = await Promise.all([
    getHealth(app),
    countJobs(app),
    todaysCounts(app.genericPlans),
    countMailsToday(app.genericPlans),
    listKeyAges(app),
    listLastWebhooks(app),
  ]);
  const { config } = app;
  return {
    parts,
    jobs,
    counts,
    mailsToday,
    keys,
    webhooks,
    now: new Date(),
    node: process.version,
    upSeconds: Math.round(process.uptime()),
    role: config.role,
    publicUrl: config.publicUrl,
    isEmbedded: config.databaseUrl === null,
    isInBucket: config.s3 !== null,
    hasStaffKey: config.staffKeys.length > 0,
    hasInvoicingKey: config.invoicingKeys.length > 0,
  };
}

export function meta() {
  return [{ title: "Sistema · Panel" }];
}

const PART_LABEL: Record<Part["name"], string> = {
  database: "Base de datos",
  files: "Fotos y archivos",
  mail: "Correo",
  payments: "Mercado Pago",
  pac: "Timbrado (PAC)",
};

const STATE: Record<Part["state"], { tone: "good" | "warn" | "bad" | "plain"; label: string }> = {
  good: { tone: "good", label: "Bien" },
  sandbox: { tone: "warn", label: "De prueba" },
  bad: { tone: "bad", label: "Falla" },
  none: { tone: "plain", label: "Sin configurar" },
};

const DETAIL_LABEL: Record<string, string> = {
  version: "versión",
  megabytes: "tamaño en MB",
  migration: "última migración",
  ms: "respondió en ms",
  where: "dónde",
  server: "servidor",
  news: "último aviso",
  payment: "último pago",
  waiting: "por atender",
  stamped: "último timbre",
  refused: "rechazadas",
  failure: "qué falla",
};

const VALUE_LABEL: Record<string, string> = {
  disk: "en el disco",
  sandbox: "buzón de pruebas",
  "no answer": "no respondió a tiempo",
};

const KEY_LABEL: Record<KeyAge["what"], string> = {
  csd: "Certificado para facturar",
  ticketKey: "Llave que firma boletos",
  scannerKey: "Teléfono en la puerta",
};

/** Warn this many days before a certificate ends. */
const WARN_DAYS = 60;

export default function System({ loaderData }: Route.ComponentProps) {
  const { parts, jobs, counts, mailsToday, keys, webhooks, now } = loaderData;
  const invalidWebhooks =
    (counts.webhook_unsigned ?? 0) + (counts.webhook_signature ?? 0) + (counts.webhook_incomplete ?? 0);
  return (
    <>
      <PageHead title="Sistema" lead="Si algo está en rojo, enséñaselo a quien instaló la tienda." />
      <SystemNav />
      <Section title="Estado">
        <ul className="divide-y divide-line">
          {parts.map(({ name, state, found }) => (
            <li key={name} className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1 py-3">
              <span className="min-w-0">
                <span className="font-semibold">{PART_LABEL[name]}</span>
                <span className="block text-sm wrap-anywhere text-soft">
                  {Object.entries(found)
                    .filter(([, value]) => value !== null)
                    .map(([what, value]) => `${DETAIL_LABEL[what] ?? what}: ${formatValue(value)}`)
                    .join(" · ") || "todavía nada"}
                </span>
              </span>
              <Badge tone={STATE[state].tone}>{STATE[state].label}</Badge>
            </li>
          ))}
        </ul>
      </Section>
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <Section title="Tareas y correos">
          <Facts
            facts={{
              "Tareas que fallan": <FailureCount count={jobs.failing} />,
              "De ellas, correos": <FailureCount count={jobs.failingMails} />,
              "Que ya no se intentan": <FailureCount count={jobs.givenUp} />,
              "Por hacer ahora": jobs.due,
              "La más atrasada": jobs.oldestDueSeconds === null ? "ninguna" : `${jobs.oldestDueSeconds} s`,
              "Para más tarde": jobs.later,
              "Correos enviados hoy": mailsToday,
            }}
          />
          <p className="flex flex-wrap gap-x-6 text-sm font-semibold">
            <Link to={officePaths.systemJobs} className="inline-flex min-h-9 items-center underline">
              Ver las tareas
            </Link>
            <Link to={officePaths.systemMails} className="inline-flex min-h-9 items-center underline">
              Ver los correos
            </Link>
          </p>
        </Section>
        <Section title="Este programa">
          <Facts
            facts={{
              Node: loaderData.node,
              "En marcha desde": formatAgo(new Date(now.getTime() - loaderData.upSeconds * 1_000), now),
              "Qué hace": loaderData.role === "all" ? "sirve páginas y hace tareas" : loaderData.role,
              Dirección: loaderData.publicUrl ?? "ninguna: es una demostración",
              "Base de datos": loaderData.isEmbedded ? "la incluida, en DATA_DIR" : "DATABASE_URL",
              "Llave del panel": loaderData.hasStaffKey ? "STAFF_KEY" : "un archivo en DATA_DIR",
              "Llave de facturación": loaderData.hasInvoicingKey ? "INVOICING_KEY" : "ninguna propia",
            }}
          />
        </Section>
      </div>
      <Section title="Certificados y llaves">
        {keys.length === 0 && <p className="text-sm text-soft">Todavía no hay ninguno.</p>}
        <ul className="divide-y divide-line text-sm">
          {keys.map(({ what, name, since, endsAt }) => {
            const days = endsAt === null ? null : Math.floor((endsAt.getTime() - now.getTime()) / 86_400_000);
            return (
              <li key={`${what}${name}`} className="flex flex-wrap justify-between gap-2 py-2">
                <span className="min-w-0 wrap-anywhere">
                  <span className="font-semibold">{KEY_LABEL[what]}</span> {name}
                  <span className="block text-soft">
                    {[since && `desde el ${formatDate(since)}`, endsAt && `hasta el ${formatDate(endsAt)}`]
                      .filter(Boolean)
                      .join(", ")}
                  </span>
                </span>
                {days !== null && days < 0 && <Badge tone="bad">Venció</Badge>}
                {what === "csd" && days !== null && days >= 0 && days < WARN_DAYS && (
                  <Badge tone="warn">Quedan {days} días</Badge>
                )}
              </li>
            );
          })}
        </ul>
      </Section>
      <Section title="Avisos de Mercado Pago">
        <p className="text-sm">
          {invalidWebhooks === 0
            ? "Hoy no llegó ningún aviso falso."
            : `Hoy llegaron ${invalidWebhooks} avisos que no eran de Mercado Pago y no se creyeron: ${counts.webhook_unsigned ?? 0} sin firma, ${counts.webhook_signature ?? 0} con firma falsa, ${counts.webhook_incomplete ?? 0} incompletos.`}
        </p>
        {webhooks.length > 0 && (
          <Table
            caption="Últimos avisos de pago"
            rows={webhooks}
            keyOf={({ id }) => String(id)}
            columns={[
              { head: "Llegó", cell: ({ received_at }) => formatDate(received_at), isTitle: true },
              { head: "De qué", cell: ({ kind, resource_id }) => `${kind} ${resource_id}` },
              { head: "Atendido", cell: ({ worked_at }) => (worked_at ? formatDate(worked_at) : "todavía no") },
              { head: "Qué pasó", cell: ({ outcome }) => outcome ?? "–" },
            ]}
          />
        )}
      </Section>
      <Section title="Respaldos">
        <p className="text-sm">
          La tienda no se respalda sola y no sabe cuándo fue el último: lo hace quien la instaló, cada noche. Primero la
          base de datos y después las fotos, en ese orden, para que ninguna falte.
        </p>
        <pre className="overflow-x-auto rounded-box bg-sand p-4 text-sm" tabIndex={0}>
          {loaderData.isEmbedded
            ? "npm run -s shop -- audit        # antes: que los datos cuadren\n# detén la tienda y copia DATA_DIR entera"
            : `pg_dump --format=custom "$DATABASE_URL" > tienda.dump\n${loaderData.isInBucket ? "# después, una copia del bucket" : "# después, una copia de DATA_DIR"}`}
        </pre>
        <p className="text-sm text-soft">Después de restaurar uno, corre una auditoría.</p>
      </Section>
    </>
  );
}

function FailureCount({ count }: { count: number }) {
  return count === 0 ? <>0</> : <Badge tone="bad">{count}</Badge>;
}

function formatValue(value: string | number | Date | null): string {
  if (value instanceof Date) return formatDate(value);
  return typeof value === "string" ? (VALUE_LABEL[value] ?? value) : String(value);
}
