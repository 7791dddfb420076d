import { formatDateTime } from "../../../domain/dates.ts";
import type { KeyValidity } from "../../../server/system/health.ts";
import { Badge } from "../kit/badge.tsx";
import { Section } from "../kit/section.tsx";
import type { SystemLoaderData } from "./route.tsx";

const KEY_LABEL: Record<KeyValidity["what"], string> = {
  csd: "Certificado para facturar",
  ticketKey: "Llave que firma boletos",
  scannerKey: "Teléfono en la puerta",
};

/** How many days before the end of a certificate the warning starts. */
const WARN_DAYS = 60;

export function Keys({ loaderData: { keys, now } }: { loaderData: SystemLoaderData }) {
  return (
    <Section title="Certificados y llaves">
      {keys.length === 0 && <p className="text-sm text-soft">Todavía no hay ninguno.</p>}
      <ul className="divide-y divide-line text-sm">
        {keys.map(({ what, name, since, endsAt }) => {
          const daysLeft = endsAt === null ? null : Math.floor((endsAt.getTime() - now.getTime()) / 86_400_000);
          return (
            <li key={`${what}${name}`} className="flex flex-wrap justify-between gap-2 py-2">
              <span className="min-w-0 wrap-anywhere">
                <span className="font-semibold">{KEY_LABEL[what]}</span> {name}
                <span className="block text-soft">
                  {[since && `desde el ${formatDateTime(since)}`, endsAt && `hasta el ${formatDateTime(endsAt)}`]
                    .filter(Boolean)
                    .join(", ")}
                </span>
              </span>
              {daysLeft !== null && daysLeft < 0 && <Badge tone="error">Venció</Badge>}
              {what === "csd" && daysLeft !== null && daysLeft >= 0 && daysLeft < WARN_DAYS && (
                <Badge tone="warning">{daysLeft === 1 ? "Queda 1 día" : `Quedan ${daysLeft} días`}</Badge>
              )}
            </li>
          );
        })}
      </ul>
    </Section>
  );
}
