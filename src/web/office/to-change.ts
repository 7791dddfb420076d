import { grantsText } from "./role-fields.tsx";
import type { Grant } from "../../domain/staff-permissions.ts";

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

/** A row of the log in words. */
export function toChange(
  { id, member_id, object_id, who, act, before, after, address, at }: Logged,
  shops: readonly { id: string; name: string }[],
  members: readonly { id: string; name: string }[],
) {
  const whom = object_id === member_id ? undefined : members.find((member) => member.id === object_id);
  return {
    id,
    who,
    act,
    whom: whom?.name ?? null,
    before: inWords(before, shops),
    after: inWords(after, shops),
    address,
    at,
  };
}

function inWords(value: unknown, shops: readonly { id: string; name: string }[]): string | null {
  if (Array.isArray(value)) return grantsText(value as Grant[], shops);
  if (typeof value !== "object" || value === null) return null;
  const { email, grants, factor } = value as { email?: string; grants?: Grant[]; factor?: "app" | "recovery" };
  const words = [email, grants && grantsText(grants, shops), factor === "recovery" && "con un código de recuperación"];
  return words.filter(Boolean).join(": ") || null;
}
