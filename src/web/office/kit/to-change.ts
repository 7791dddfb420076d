import { formatDateTime } from "../../../domain/dates.ts";
import { formatDay } from "../../../domain/format-day.ts";
import { formatMoney } from "../../../domain/money.ts";
import { ORDER_STATUS_LABEL, type OrderStatus } from "../../../domain/order-status.ts";
import { RETURN_STATE_LABEL, type ReturnState } from "../../../domain/return.ts";
import type { Grant } from "../../../domain/staff-permissions.ts";
import { grantsText } from "../team/role-fields.tsx";
import type { HomeSection } from "../../../contract/home-sections.ts";
import { describeHome } from "../settings/home/section-labels.ts";
import { FIELD_LABEL } from "../sentences.ts";

interface LoggedChange {
  id: number;
  member_id: string | null;
  object_id: string;
  actor: string;
  action: string;
  before: unknown;
  after: unknown;
  ip: string | null;
  at: Date;
}

interface NamedObject {
  id: string;
  name: string;
}

/**
 * Converts a row of the change log to texts. `before` and `after` are lists of grants, or objects of the changed
 * fields, named as in `FIELD_LABEL`. Names ending in `Cents` or `cents` are money in centavos. Names ending in `At` are
 * instants in ISO format. `subjects` are the members and shops whose names are shown when a change affects them.
 */
export function toChange(
  { id, member_id, object_id, actor, action, before, after, ip, at }: LoggedChange,
  shops: readonly NamedObject[] = [],
  subjects: readonly NamedObject[] = [],
) {
  const whom = object_id === member_id ? undefined : subjects.find(({ id: subjectId }) => subjectId === object_id);
  const commonFields = { id, actor, action, whom: whom?.name ?? null, ip, at };
  return { ...commonFields, before: describeFields(before, shops), after: describeFields(after, shops, before) };
}

/**
 * Describes a value of the log in one line; null if it has no fields. Fields that also have a value in `before` come
 * first, so that both values are side by side.
 */
function describeFields(value: unknown, shops: readonly NamedObject[], before?: unknown): string | null {
  if (Array.isArray(value)) return grantsText(value as Grant[], shops);
  if (typeof value !== "object" || value === null) return null;
  const namesBefore = new Set(typeof before === "object" && before !== null ? Object.keys(before) : []);
  const fields = Object.entries(value).toSorted(([a], [b]) => Number(namesBefore.has(b)) - Number(namesBefore.has(a)));
  const fieldTexts = fields.map(([name, fieldValue]) => {
    if (name === "grants") return grantsText(fieldValue as Grant[], shops);
    const label = FIELD_LABEL[name];
    return label === undefined ? describeValue(name, fieldValue) : `${label}: ${describeValue(name, fieldValue)}`;
  });
  return fieldTexts.filter(Boolean).join("; ") || null;
}

const REVIEW_LABEL: Record<string, string> = { pending: "por decidir", shown: "publicada", hidden: "oculta" };

function describeValue(name: string, value: unknown): string {
  if (value === null || value === undefined || value === "") return "nada";
  if (name === "status" && typeof value === "string") return ORDER_STATUS_LABEL[value as OrderStatus] ?? value;
  if (name === "returnState" && typeof value === "string") return RETURN_STATE_LABEL[value as ReturnState] ?? value;
  if (name === "paid" && typeof value === "string")
    return value === "transfer" ? "por transferencia" : "por el proveedor";
  if (name === "review" && typeof value === "string") return REVIEW_LABEL[value] ?? value;
  if (isAmount(name, value)) return formatMoney(value);
  if (name === "storefront.home") return describeHome(value as HomeSection[]);
  if (name === "validFrom" && typeof value === "string") return formatDay(value);
  if (name.endsWith("At") && typeof value === "string") return formatDateTime(new Date(value));
  if (typeof value === "boolean") return value ? "sí" : "no";
  return describeWithoutLabels(value);
}

function isAmount(name: string, value: unknown): value is number {
  return /cents$/i.test(name) && typeof value === "number";
}

function describePart(name: string, part: unknown): string {
  if (typeof part === "boolean") return part ? "sí" : "no";
  return isAmount(name, part) ? formatMoney(part) : describeWithoutLabels(part);
}

/** Describes lists and objects by their values only. */
function describeWithoutLabels(value: unknown): string {
  if (Array.isArray(value)) return value.map(describeWithoutLabels).join(" | ") || "nada";
  if (typeof value === "object" && value !== null) {
    const fields = Object.entries(value).filter(([, part]) => part !== null && part !== "");
    return fields.map(([name, part]) => describePart(name, part)).join(" · ");
  }
  return String(value as string | number);
}
