import { z } from "zod";
import { stateOfPostalCode } from "../../domain/postal-code.ts";
import { isRefusal, refuse, type Refusal } from "../../domain/refusal.ts";
import { DEFAULT_BOX_NAME, type ShippingBox } from "../../domain/shipping-box.ts";
import { PROVIDER_KEYS } from "../adapters/carriers/carrier-provider.ts";
import type { App } from "../app.ts";
import { logChange, type Actor } from "../change-log/change-log.ts";
import type { Queryable } from "../db/connect.ts";
import { transact } from "../db/transact.ts";
import { decryptBytes, encryptBytes, isEncryptedWithOldKey } from "../vault/vault.ts";
import { readStaffKeys } from "../vault/staff-keys.ts";
import { DIMENSION_AND_WEIGHT_FIELDS, wholeNumber } from "./box-fields.ts";
import { listBoxes } from "./boxes.ts";

const textField = (max: number, error: string) =>
  z
    .string()
    .trim()
    .min(1, { error })
    .max(max, { error: `A lo más ${max} letras` });

/** The fields of an account, and their limits. Carriers print streets of at most 35 characters. */
const AccountFields = z.object({
  // Forms of earlier versions lack this field.
  provider: z.enum(PROVIDER_KEYS).default("envia"),
  mode: z.enum(["live", "test", "sandbox"]),
  senderName: textField(25, "Escribe quién envía"),
  senderPhone: z.string().regex(/^\d{10}$/, { error: "Escribe los 10 dígitos" }),
  street: textField(35, "Escribe la calle y el número"),
  neighborhood: textField(35, "Escribe la colonia"),
  city: textField(35, "Escribe la ciudad"),
  postalCode: z.string().refine((code) => stateOfPostalCode(code) !== null, { error: "Escribe los 5 dígitos" }),
  ...DIMENSION_AND_WEIGHT_FIELDS,
  // Forms of earlier versions lack this field.
  pieceGrams: wholeNumber(1, 20_000).default(300),
});
export type AccountFields = z.output<typeof AccountFields>;
export type AccountMode = AccountFields["mode"];

export interface CarrierAccount extends AccountFields {
  shopId: string;
  state: string;
  /** Encrypted: Envia's key, or Skydropx's client id and secret as JSON. Null in sandbox mode. */
  encryptedCredentials: Buffer | null;
  /** The default box first, then the others. */
  boxes: ShippingBox[];
}

export async function findCarrierAccount(db: Queryable, shopId: string): Promise<CarrierAccount | undefined> {
  const account = await db
    .selectFrom("carrier_accounts")
    .select([
      "shop_id as shopId",
      "provider",
      "mode",
      "encrypted_credentials as encryptedCredentials",
      "sender_name as senderName",
      "sender_phone as senderPhone",
      "street",
      "neighborhood",
      "city",
      "state",
      "postal_code as postalCode",
      "length_cm as lengthCm",
      "width_cm as widthCm",
      "height_cm as heightCm",
      "empty_grams as emptyGrams",
      "default_piece_grams as pieceGrams",
    ])
    .where("shop_id", "=", shopId)
    .executeTakeFirst();
  if (!account) return undefined;
  const { lengthCm, widthCm, heightCm, emptyGrams } = account;
  const defaultBox = { id: null, name: DEFAULT_BOX_NAME, lengthCm, widthCm, heightCm, emptyGrams, maxGrams: null };
  return { ...account, boxes: [defaultBox, ...(await listBoxes(db, shopId))] };
}

export type AccountRefusal =
  | (Refusal<"bad_carrier_account"> & { field: string; message: string })
  | Refusal<"carrier_token_missing" | "carrier_client_incomplete" | "sandbox_not_allowed">;

/**
 * The credentials as staff enter them. `secret` is Envia's key or Skydropx's client secret. Skydropx needs its client
 * id, too. An empty secret keeps the stored credentials.
 */
export interface CredentialFields {
  secret: string;
  clientId?: string;
}

/** Saves a shop's account. Without a secret the stored credentials are kept, if provider and mode do not change. */
export async function saveCarrierAccount(
  app: App,
  { shopId, fields, secret, clientId = "" }: { shopId: string; fields: unknown } & CredentialFields,
  by: Actor,
): Promise<"saved" | AccountRefusal> {
  const parsed = AccountFields.safeParse(fields);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    return { ...refuse("bad_carrier_account"), field: String(issue!.path[0]), message: issue!.message };
  }
  const account = parsed.data;
  if (account.mode === "sandbox" && !app.carrierSandbox) return refuse("sandbox_not_allowed");
  const isSkydropx = account.provider === "skydropx";
  if (isSkydropx && account.mode !== "sandbox" && (secret === "") !== (clientId === "")) {
    return refuse("carrier_client_incomplete");
  }
  const credentials = isSkydropx && secret !== "" ? JSON.stringify({ clientId, clientSecret: secret }) : secret;
  const keys = await readStaffKeys(app.config);
  return transact(app.db, async (tx) => {
    const previousAccount = await findCarrierAccount(tx, shopId);
    const mayKeepCredentials = previousAccount?.mode === account.mode && previousAccount.provider === account.provider;
    const previousCredentials = mayKeepCredentials ? previousAccount.encryptedCredentials : null;
    const encryptedCredentials =
      credentials === ""
        ? previousCredentials
        : encryptBytes(Buffer.from(credentials), keys, { purpose: "carrier account", objectId: shopId });
    const storedCredentials = account.mode === "sandbox" ? null : encryptedCredentials;
    if (account.mode !== "sandbox" && storedCredentials === null) return refuse("carrier_token_missing");
    const row = { encrypted_credentials: storedCredentials, ...toRow(account) };
    await tx
      .insertInto("carrier_accounts")
      .values({ shop_id: shopId, ...row })
      .onConflict((conflict) => conflict.column("shop_id").doUpdateSet(row))
      .execute();
    // The stored quotes are for the previous sender, box or account.
    await tx.deleteFrom("carrier_quotes").where("shop_id", "=", shopId).execute();
    await logChange(tx, by, {
      action: "carrier-account",
      object: { kind: "shop", id: shopId },
      before: previousAccount && {
        provider: previousAccount.provider,
        mode: previousAccount.mode,
        street: previousAccount.street,
        postalCode: previousAccount.postalCode,
      },
      after: {
        provider: account.provider,
        mode: account.mode,
        street: account.street,
        postalCode: account.postalCode,
        hasNewToken: credentials !== "",
      },
    });
    return "saved" as const;
  });
}

const SkydropxCredentials = z.object({ clientId: z.string(), clientSecret: z.string() });

/**
 * Parses Skydropx's client id and secret, which are stored as one text. In sandbox mode the text is the secret alone,
 * because the sandbox accepts any id.
 */
export function parseSkydropxCredentials(mode: AccountMode, credentials: string) {
  if (mode === "sandbox") return { clientId: "sandbox", clientSecret: credentials };
  try {
    return SkydropxCredentials.parse(JSON.parse(credentials));
  } catch {
    return refuse("carrier_token_unreadable");
  }
}

/**
 * The decrypted credentials of an account. For a sandbox account, the sandbox's token. Refused if no key decrypts them,
 * or if the sandbox does not run.
 */
export async function credentialsOf(
  app: App,
  account: CarrierAccount,
): Promise<string | Refusal<"carrier_token_unreadable">> {
  const { encryptedCredentials: encrypted, shopId: objectId } = account;
  if (encrypted === null) return app.carrierSandbox?.token ?? refuse("carrier_token_unreadable");
  const credentials = decryptBytes(encrypted, await readStaffKeys(app.config), {
    purpose: "carrier account",
    objectId,
  });
  return isRefusal(credentials) ? refuse("carrier_token_unreadable") : credentials.toString();
}

/**
 * Encrypts with the first key all credentials that were encrypted with an older key. Returns the number of these
 * accounts, and the shops whose credentials no key decrypts.
 */
export async function reencryptCarrierCredentials(app: App): Promise<{ reencrypted: number; unreadable: string[] }> {
  const keys = await readStaffKeys(app.config);
  return transact(app.genericPlanDb, async (tx) => {
    const accounts = await tx
      .selectFrom("carrier_accounts")
      .select(["shop_id as shopId", "encrypted_credentials as token"])
      .where("encrypted_credentials", "is not", null)
      .orderBy("shop_id")
      .forUpdate()
      .execute();
    const outdatedAccounts = accounts.filter(({ token }) => isEncryptedWithOldKey(token!, keys));
    const unreadable: string[] = [];
    for (const { shopId, token } of outdatedAccounts) {
      const context = { purpose: "carrier account", objectId: shopId } as const;
      const decrypted = decryptBytes(token!, keys, context);
      if (isRefusal(decrypted)) unreadable.push(shopId);
      else {
        const encrypted = encryptBytes(decrypted, keys, context);
        await tx
          .updateTable("carrier_accounts")
          .set({ encrypted_credentials: encrypted })
          .where("shop_id", "=", shopId)
          .execute();
      }
    }
    return { reencrypted: outdatedAccounts.length - unreadable.length, unreadable };
  });
}

function toRow(account: AccountFields) {
  return {
    provider: account.provider,
    mode: account.mode,
    sender_name: account.senderName,
    sender_phone: account.senderPhone,
    street: account.street,
    neighborhood: account.neighborhood,
    city: account.city,
    state: stateOfPostalCode(account.postalCode)!,
    postal_code: account.postalCode,
    length_cm: account.lengthCm,
    width_cm: account.widthCm,
    height_cm: account.heightCm,
    empty_grams: account.emptyGrams,
    default_piece_grams: account.pieceGrams,
  };
}
