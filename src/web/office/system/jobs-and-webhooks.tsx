import { Link } from "react-router";
import { formatDateTime } from "../../../domain/dates.ts";
import { Badge } from "../kit/badge.tsx";
import { Facts } from "../kit/facts.tsx";
import { Section } from "../kit/section.tsx";
import { Table } from "../kit/table.tsx";
import { officePaths } from "../paths.ts";
import type { SystemLoaderData } from "./route.tsx";

export function Jobs({ loaderData: { jobs, mailsToday } }: { loaderData: SystemLoaderData }) {
  return (
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
  );
}

function FailureCount({ count }: { count: number }) {
  return count === 0 ? <>0</> : <Badge tone="error">{count}</Badge>;
}

export function Webhooks({ loaderData: { counts, webhooks } }: { loaderData: SystemLoaderData }) {
  const invalidWebhooks =
    (counts.webhook_unsigned ?? 0) + (counts.webhook_signature ?? 0) + (counts.webhook_incomplete ?? 0);
  return (
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
            { head: "Llegó", cell: ({ received_at }) => formatDateTime(received_at), isTitle: true },
            { head: "De qué", cell: ({ kind, resource_id }) => `${kind} ${resource_id}` },
            {
              head: "Atendido",
              cell: ({ processed_at }) => (processed_at ? formatDateTime(processed_at) : "todavía no"),
            },
            { head: "Qué pasó", cell: ({ outcome }) => outcome ?? "–" },
          ]}
        />
      )}
    </Section>
  );
}
