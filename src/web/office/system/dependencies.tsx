import { formatDateTime } from "../../../domain/dates.ts";
import type { Dependency } from "../../../server/system/health.ts";
import { Badge } from "../kit/badge.tsx";
import { Section } from "../kit/section.tsx";
import type { SystemLoaderData } from "./route.tsx";

const DEPENDENCY_LABEL: Record<Dependency["name"], string> = {
  database: "Base de datos",
  files: "Fotos y archivos",
  mail: "Correo",
  payments: "Mercado Pago",
  pac: "Timbrado (PAC)",
};

const STATE_BADGE: Record<Dependency["state"], { tone: "success" | "warning" | "error" | "plain"; label: string }> = {
  ok: { tone: "success", label: "Bien" },
  sandbox: { tone: "warning", label: "De prueba" },
  failing: { tone: "error", label: "Falla" },
  none: { tone: "plain", label: "Sin configurar" },
};

const DETAIL_LABEL: Record<string, string> = {
  version: "versión",
  megabytes: "tamaño en MB",
  migration: "última migración",
  ms: "respondió en ms",
  where: "dónde",
  server: "servidor",
  webhook: "último aviso",
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

/** The services that the shop depends on, with their states. */
export function Dependencies({ dependencies }: Pick<SystemLoaderData, "dependencies">) {
  return (
    <Section title="Estado">
      <ul className="divide-y divide-line">
        {dependencies.map(({ name, state, details }) => (
          <li key={name} className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1 py-3">
            <span className="min-w-0">
              <span className="font-semibold">{DEPENDENCY_LABEL[name]}</span>
              <span className="block text-sm wrap-anywhere text-soft">
                {Object.entries(details)
                  .filter(([, value]) => value !== null)
                  .map(([detail, value]) => `${DETAIL_LABEL[detail] ?? detail}: ${formatValue(value)}`)
                  .join(" · ") || "todavía nada"}
              </span>
            </span>
            <Badge tone={STATE_BADGE[state].tone}>{STATE_BADGE[state].label}</Badge>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function formatValue(value: string | number | Date | null): string {
  if (value instanceof Date) return formatDateTime(value);
  return typeof value === "string" ? (VALUE_LABEL[value] ?? value) : String(value);
}
