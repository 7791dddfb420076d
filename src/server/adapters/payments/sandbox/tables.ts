import { sql, type Generated, type JSONColumnType, type Kysely, type Transaction } from "kysely";
import type { Db } from "../../../db/connect.ts";
import type { Schema } from "../../../db/schema.ts";
import { transact } from "../../../db/transact.ts";
import type { PaymentStatus } from "./payment-states.ts";
import type { PreferenceFields } from "./preference-fields.ts";

/** How a notification is signed: correctly, with a wrong signature, or not at all. */
export type WebhookSigning = "signed" | "forged" | "unsigned";
/** `refused`: never sent, because the URL is not on this machine. `failed`: not acknowledged in any attempt. */
export type DeliveryState = "waiting" | "held" | "delivered" | "dropped" | "failed" | "refused";

/** The sandbox's own tables, in their own schema. A live shop without the sandbox has none. Amounts are in centavos. */
export type SandboxTables = {
  "sandbox.mp_preferences": {
    id: string;
    /** The origin of the shop that the customer uses. The pages of this preference are served there. */
    origin: string;
    external_reference: string | null;
    /** The request's body, checked. */
    fields: JSONColumnType<PreferenceFields>;
    total_cents: number;
    merchant_order_id: Generated<number>;
    created_at: Generated<Date>;
    updated_at: Generated<Date>;
  };
  "sandbox.mp_payments": {
    id: Generated<number>;
    preference_id: string;
    external_reference: string | null;
    status: PaymentStatus;
    status_detail: string;
    method: string;
    type: string;
    /** The test cardholder name that decided the payment's state (APRO, OTHE…). */
    outcome: string;
    amount_cents: number;
    /** Monthly payments that the buyer chose. */
    installments: Generated<number>;
    refunded_cents: Generated<number>;
    created_at: Generated<Date>;
    approved_at: Date | null;
    updated_at: Generated<Date>;
    expires_at: Date | null;
  };
  "sandbox.mp_refunds": {
    id: Generated<number>;
    payment_id: number;
    amount_cents: number;
    created_at: Generated<Date>;
  };
  "sandbox.mp_chargebacks": {
    id: Generated<number>;
    payment_id: number;
    amount_cents: number;
    created_at: Generated<Date>;
  };
  /** The responses to writes with an `X-Idempotency-Key`. */
  "sandbox.mp_answers": {
    scope: string;
    key: string;
    request_hash: string;
    status: number | null;
    body: JSONColumnType<object | null>;
  };
  "sandbox.mp_deliveries": {
    id: Generated<number>;
    notification_id: number;
    payment_id: number;
    /** The full URL, with the query that the provider adds. */
    url: string;
    body: JSONColumnType<object>;
    signing: WebhookSigning;
    state: DeliveryState;
    request_id: Generated<string>;
    attempts: Generated<number>;
    /** When the delivery is due. While it is being sent, the time from which another process may claim it. */
    next_at: Generated<Date>;
    /** The HTTP status of the last attempt's response. Null without a response. */
    answered: number | null;
    error: string | null;
    created_at: Generated<Date>;
  };
  "sandbox.mp_faults": { is_only_row: Generated<boolean>; api: string | null; webhook: string[] };
};

export type SandboxDb = Kysely<Schema & SandboxTables>;
type SandboxTx = Transaction<Schema & SandboxTables>;

/** A lock id that nothing else uses in this database. */
const LOCK_ID = 4_720_212;

const DDL = `
CREATE SCHEMA IF NOT EXISTS sandbox;
CREATE SEQUENCE IF NOT EXISTS sandbox.mp_payment_ids START 131000000001;
CREATE SEQUENCE IF NOT EXISTS sandbox.mp_other_ids START 36000000001;
CREATE TABLE IF NOT EXISTS sandbox.mp_preferences (
  id text PRIMARY KEY,
  origin text NOT NULL,
  external_reference text,
  fields jsonb NOT NULL,
  total_cents bigint NOT NULL,
  merchant_order_id bigint NOT NULL DEFAULT nextval('sandbox.mp_other_ids'),
  created_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  updated_at timestamptz(3) NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX IF NOT EXISTS mp_preferences_reference ON sandbox.mp_preferences (external_reference);
CREATE INDEX IF NOT EXISTS mp_preferences_merchant_order ON sandbox.mp_preferences (merchant_order_id);
CREATE TABLE IF NOT EXISTS sandbox.mp_payments (
  id bigint PRIMARY KEY DEFAULT nextval('sandbox.mp_payment_ids'),
  preference_id text NOT NULL REFERENCES sandbox.mp_preferences,
  external_reference text,
  status text NOT NULL,
  status_detail text NOT NULL,
  method text NOT NULL,
  type text NOT NULL,
  outcome text NOT NULL,
  amount_cents bigint NOT NULL,
  refunded_cents bigint NOT NULL DEFAULT 0 CHECK (refunded_cents BETWEEN 0 AND amount_cents),
  created_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  approved_at timestamptz(3),
  updated_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  expires_at timestamptz(3)
);
ALTER TABLE sandbox.mp_payments ADD COLUMN IF NOT EXISTS installments integer NOT NULL DEFAULT 1;
CREATE INDEX IF NOT EXISTS mp_payments_reference ON sandbox.mp_payments (external_reference);
CREATE INDEX IF NOT EXISTS mp_payments_preference ON sandbox.mp_payments (preference_id);
CREATE INDEX IF NOT EXISTS mp_payments_to_expire ON sandbox.mp_payments (expires_at) WHERE status = 'pending';
CREATE TABLE IF NOT EXISTS sandbox.mp_refunds (
  id bigint PRIMARY KEY DEFAULT nextval('sandbox.mp_other_ids'),
  payment_id bigint NOT NULL REFERENCES sandbox.mp_payments,
  amount_cents bigint NOT NULL CHECK (amount_cents > 0),
  created_at timestamptz(3) NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX IF NOT EXISTS mp_refunds_payment ON sandbox.mp_refunds (payment_id);
CREATE TABLE IF NOT EXISTS sandbox.mp_chargebacks (
  id bigint PRIMARY KEY DEFAULT nextval('sandbox.mp_other_ids'),
  payment_id bigint NOT NULL REFERENCES sandbox.mp_payments,
  amount_cents bigint NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX IF NOT EXISTS mp_chargebacks_payment ON sandbox.mp_chargebacks (payment_id);
CREATE TABLE IF NOT EXISTS sandbox.mp_answers (
  scope text NOT NULL,
  key text NOT NULL,
  request_hash text NOT NULL,
  status integer,
  body jsonb,
  PRIMARY KEY (scope, key)
);
CREATE TABLE IF NOT EXISTS sandbox.mp_deliveries (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  notification_id bigint NOT NULL,
  payment_id bigint NOT NULL REFERENCES sandbox.mp_payments,
  url text NOT NULL,
  body jsonb NOT NULL,
  signing text NOT NULL,
  state text NOT NULL,
  request_id text NOT NULL DEFAULT gen_random_uuid(),
  attempts integer NOT NULL DEFAULT 0,
  next_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  answered integer,
  error text,
  created_at timestamptz(3) NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX IF NOT EXISTS mp_deliveries_due ON sandbox.mp_deliveries (next_at) WHERE state = 'waiting';
CREATE INDEX IF NOT EXISTS mp_deliveries_payment ON sandbox.mp_deliveries (payment_id);
CREATE TABLE IF NOT EXISTS sandbox.mp_faults (
  is_only_row boolean PRIMARY KEY DEFAULT true CHECK (is_only_row),
  api text,
  webhook text[] NOT NULL DEFAULT '{}'
);
INSERT INTO sandbox.mp_faults DEFAULT VALUES ON CONFLICT DO NOTHING;
`;

/** Creates the tables if they are missing. The lock is needed because IF NOT EXISTS alone races. */
export async function openTables(db: Db): Promise<SandboxDb> {
  await db.transaction().execute(async (tx) => {
    await sql`SELECT pg_advisory_xact_lock(${sql.lit(LOCK_ID)})`.execute(tx);
    await sql.raw(DDL).execute(tx);
  });
  return db.$extendTables<SandboxTables>();
}

/** Runs a change of the sandbox in a transaction. A refusal rolls it back and is returned. */
export function transactSandbox<Result>(db: SandboxDb, work: (tx: SandboxTx) => Promise<Result>): Promise<Result> {
  return transact(db as unknown as Db, (tx) => work(tx.$extendTables<SandboxTables>()));
}
