import { MAX_EMAIL_OVERRIDE_CHARACTERS, type EmailKind, type EmailOverrides } from "../../domain/email-kinds.ts";
import { refuse, type Refusal } from "../../domain/refusal.ts";
import type { App } from "../app.ts";
import type { Queryable } from "../db/connect.ts";
import { transact } from "../db/transact.ts";
import { lockShop } from "../shops/queries.ts";
import type { Shop } from "../shops/shop.ts";
import { logChange, type Actor } from "../change-log/change-log.ts";
import type { EmailMessage } from "./email-message.ts";

const NO_OVERRIDES: EmailOverrides = { opening: "", extra: "", closing: "" };

/** A shop's own texts in an email. All are empty if it has none. */
export async function findEmailOverrides(db: Queryable, shopId: string, kind: EmailKind): Promise<EmailOverrides> {
  const row = await db
    .selectFrom("email_overrides")
    .select(["opening", "extra", "closing"])
    .where("shop_id", "=", shopId)
    .where("email_kind", "=", kind)
    .executeTakeFirst();
  return row ?? NO_OVERRIDES;
}

/**
 * Adds the shop's own texts to an email. The email keeps its own text. `{nombre}`, `{pedido}` and
 * `{tienda}` are filled in. The texts are plain text like the rest of an email: rendering escapes them.
 */
export function addOverrides(email: EmailMessage, overrides: EmailOverrides): EmailMessage {
  const values: Record<string, string> = { ...email.placeholders, tienda: email.shop.name };
  const fillPlaceholders = (text: string) =>
    text.replaceAll(/\{(nombre|pedido|tienda)\}/g, (_, name: string) => values[name] ?? "");
  const [opening, extra, closing] = [
    fillPlaceholders(overrides.opening),
    fillPlaceholders(overrides.extra),
    fillPlaceholders(overrides.closing),
  ];
  return {
    ...email,
    paragraphs: [opening, ...email.paragraphs, extra].filter(Boolean),
    closing: [email.closing, closing].filter(Boolean).join(" ") || undefined,
  };
}

/**
 * Changes the shop's own texts in an email. `seen` is the version that staff edited. The change is refused if another
 * person changed the texts since.
 */
export function changeEmailOverrides(
  app: App,
  shop: Shop,
  { kind, overrides, seen: version }: { kind: EmailKind; overrides: EmailOverrides; seen: string },
  by: Actor,
): Promise<"changed" | Refusal<"email_override_long" | "edit_conflict">> {
  return transact(app.db, async (tx) => {
    await lockShop(tx, shop.id);
    if (Object.values(overrides).some((text) => text.length > MAX_EMAIL_OVERRIDE_CHARACTERS))
      return refuse("email_override_long");
    const before = await findEmailOverrides(tx, shop.id, kind);
    if (version !== versionOfOverrides(before)) return refuse("edit_conflict");
    if (version === versionOfOverrides(overrides)) return "changed" as const;
    await tx
      .insertInto("email_overrides")
      .values({ shop_id: shop.id, email_kind: kind, ...overrides })
      .onConflict((conflict) => conflict.columns(["shop_id", "email_kind"]).doUpdateSet(overrides))
      .execute();
    const changedNames = (["opening", "extra", "closing"] as const).filter((name) => before[name] !== overrides[name]);
    const pick = (texts: EmailOverrides) => Object.fromEntries(changedNames.map((name) => [name, texts[name]]));
    const object = { kind: "mail-words", id: `${shop.id}.${kind}` };
    await logChange(tx, by, { action: "mail-words", object, before: pick(before), after: pick(overrides) });
    return "changed" as const;
  });
}

export function versionOfOverrides({ opening, extra, closing }: EmailOverrides): string {
  return JSON.stringify([opening, extra, closing]);
}
