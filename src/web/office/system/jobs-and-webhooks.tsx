import { Link } from "react-router";
import { formatDateTime } from "../../../domain/dates.ts";
import { Badge } from "../kit/badge.tsx";
import { Facts } from "../kit/facts.tsx";
import { Section } from "../kit/section.tsx";
import { Table } from "../kit/table.tsx";
import { officePaths } from "../paths.ts";
import type { SystemLoaderData } from "./route.tsx";

export function Jobs({ loaderData: { jobCounts, mailCountToday } }: { loaderData: SystemLoaderData }) {
  return (
    <Section title="Tareas y correos">
      <Facts
        facts={{
          "Tareas que fallan": <FailureCount count={jobCounts.failing} />,
          "De ellas, correos": <FailureCount count={jobCounts.failingMails} />,
          "Que ya no se intentan": <FailureCount count={jobCounts.givenUp} />,
          "Por hacer ahora": jobCounts.due,
          "La más atrasada": jobCounts.oldestDueSeconds === null ? "ninguna" : `${jobCounts.oldestDueSeconds} s`,
          "Para más tarde": jobCounts.later,
          "Correos enviados hoy": mailCountToday,
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

export function Webhooks({ loaderData: { countsToday, webhooks } }: { loaderData: SystemLoaderData }) {
  const invalidWebhookCount =
    (countsToday.webhook_unsigned ?? 0) +
    (countsToday.webhook_invalid_signature ?? 0) +
    (countsToday.webhook_incomplete ?? 0);
  return (
    <Section title="Avisos de Mercado Pago">
      <p className="text-sm">
        {invalidWebhookCount === 0
          ? "Hoy no llegó ningún aviso falso."
          : `Hoy llegaron ${invalidWebhookCount} avisos que no eran de Mercado Pago y no se creyeron: ${countsToday.webhook_unsigned ?? 0} sin firma, ${countsToday.webhook_invalid_signature ?? 0} con firma falsa, ${countsToday.webhook_incomplete ?? 0} incompletos.`}
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
