import { formatDate } from "../../../domain/dates.ts";
import { formatMoney } from "../../../domain/money.ts";
import { ORDER_STATUS_LABEL, type OrderStatus } from "../../../domain/order-status.ts";
import type { Grant } from "../../../domain/staff-permissions.ts";
import { grantsText } from "../team/role-fields.tsx";
import { FIELD_LABEL } from "../sentences.ts";

interface Logged {
  id: number;
  member_id: string | null;
  object_id: string;
  who: string;
  act: string;
  before: unknown;
  after: unknown;
  address: string | null;
  at: Date;
}

interface Named {
  id: string;
  name: string;
}

/**
 * A row of the log in words. `before` and `after` are objects of what changed: names as in `FIELD_LABEL`, money in
 * centavos under a name ending in `Cents`, instants as ISO text ending in `At`.
 */
export function toChange(
  { id, member_id, object_id, who, act, before, after, address, at }: Logged,
  shops: readonly Named[] = [],
  members: readonly Named[] = [],
) {
  const whom = object_id === member_id ? undefined : members.find((member) => member.id === object_id);
  const common = { id, who, act, whom: whom?.name ?? null, address, at };
  return { ...common, before: inWords(before, shops), after: inWords(after, shops, before) };
}

/** What was there `before` first, so that it stands next to what became of it. */
function inWords(value: unknown, shops: readonly Named[], before?: unknown): string | null {
  if (Array.isArray(value)) return grantsText(value as Grant[], shops);
  if (typeof value !== "object" || value === null) return null;
  const known = new Set(typeof before === "object" && before !== null ? Object.keys(before) : []);
  const fields = Object.entries(value).toSorted(([one], [other]) => Number(known.has(other)) - Number(known.has(one)));
  const words = fields.map(([name, of]) => {
    if (name === "grants") return grantsText(of as Grant[], shops);
    const label = FIELD_LABEL[name];
    return label === undefined ? wordOf(name, of) : `${label}: ${wordOf(name, of)}`;
  });
  return words.filter(Boolean).join("; ") || null;
}

const REVIEW_WORD: Record<string, string> = { pending: "por decidir", shown: "publicada", hidden: "oculta" };

function wordOf(name: string, value: unknown): string {
  if (value === null || value === undefined || value === "") return "nada";
  if (name === "status" && typeof value === "string") return ORDER_STATUS_LABEL[value as OrderStatus] ?? value;
  if (name === "review" && typeof value === "string") return REVIEW_WORD[value] ?? value;
  if (name.endsWith("Cents") && typeof value === "number") return formatMoney(value);
  if (name.endsWith("At") && typeof value === "string") return formatDate(new Date(value));
  if (typeof value === "boolean") return value ? "sí" : "no";
  return plainly(value);
}

/** Lists and documents as their values, one after the other. */
function plainly(value: unknown): string {
  if (Array.isArray(value)) return value.map(plainly).join(" | ") || "nada";
  if (typeof value === "object" && value !== null) {
    const words = Object.values(value).filter((part) => part !== null && part !== "");
    return words.map((part) => (typeof part === "boolean" ? (part ? "sí" : "no") : plainly(part))).join(" · ");
  }
  return String(value as string | number);
}
