import { sql, type RawBuilder } from "kysely";
import type { Queryable, Tx } from "../db/connect.ts";
import { isId, newId } from "../db/new-id.ts";

export interface Address {
  id: string;
  street: string;
  neighborhood: string;
  postalCode: string;
  city: string;
  state: string;
  country: string;
  isDeleted: boolean;
}

export interface Customer {
  id: string;
  kind: "guest" | "registered";
  name: string;
  lastName: string;
  phone: string;
  username: string | null;
  email: string | null;
  rfc: string | null;
  rfcFile: string | null;
  addresses: Address[];
}

/**
 * The columns of a customer `c` with their addresses, and with the rows of `added`, which the same statement inserts.
 */
function customerColumns(added?: RawBuilder<unknown>): RawBuilder<Customer> {
  const saved = sql`SELECT * FROM addresses s WHERE s.customer_id = c.id AND NOT s.is_deleted`;
  return sql`
    c.id, c.kind, c.name, c.last_name AS "lastName", c.phone, c.username, c.email, c.rfc, c.rfc_file AS "rfcFile",
    (SELECT coalesce(json_agg(json_build_object('id', a.id, 'street', a.street, 'neighborhood', a.neighborhood,
        'postalCode', a.postal_code, 'city', a.city, 'state', a.state, 'country', a.country,
        'isDeleted', a.is_deleted) ORDER BY a.created_at, a.id), '[]')
      FROM (${saved} ${added ? sql`UNION ALL SELECT * FROM ${added}` : sql``}) a) AS addresses`;
}

export const CUSTOMER_COLUMNS = customerColumns();

export async function findCustomer(db: Queryable, customerId: string): Promise<Customer | undefined> {
  if (!isId(customerId)) return undefined;
  const { rows } = await sql<Customer>`
    SELECT ${CUSTOMER_COLUMNS} FROM customers c WHERE c.id = ${customerId}`.execute(db);
  return rows[0];
}

export interface NewCustomer {
  name: string;
  lastName: string;
  phone: string;
  username: string | null;
  email: string | null;
  passwordHash: string | null;
  rfc: string | null;
}

/** Inserts a customer and returns their id. Undefined if the user name is taken. The unique key is the guard. */
export async function insertCustomer(db: Queryable, customer: NewCustomer): Promise<string | undefined> {
  const row = await db
    .insertInto("customers")
    .values({
      id: newId(),
      kind: customer.passwordHash === null ? "guest" : "registered",
      name: customer.name,
      last_name: customer.lastName,
      phone: customer.phone,
      username: customer.username,
      email: customer.email,
      password_hash: customer.passwordHash,
      rfc: customer.rfc,
      rfc_file: null,
    })
    .onConflict((conflict) => conflict.constraint("customers_username_once").doNothing())
    .returning("id")
    .executeTakeFirst();
  return row?.id;
}

/** Deletes a customer who was just created and has nothing but addresses. */
export async function deleteCustomer(db: Queryable, customerId: string): Promise<void> {
  await sql`WITH deleted AS (DELETE FROM addresses WHERE customer_id = ${customerId})
    DELETE FROM customers WHERE id = ${customerId}`.execute(db);
}

/** The fields of a registered customer that signing in needs. */
export interface Account {
  customerId: string;
  name: string;
  passwordHash: string;
}

/** Finds an account by the user name that `normalizeUsername` returned. */
export async function findAccount(db: Queryable, username: string): Promise<Account | undefined> {
  const row = await db
    .selectFrom("customers")
    .select(["id", "name", "password_hash"])
    .where("username", "=", username)
    .where("kind", "=", "registered")
    .executeTakeFirst();
  return row && { customerId: row.id, name: row.name, passwordHash: row.password_hash! };
}

export async function findPasswordHash(db: Queryable, customerId: string): Promise<string | null> {
  const row = await db.selectFrom("customers").select("password_hash").where("id", "=", customerId).executeTakeFirst();
  return row?.password_hash ?? null;
}

/** Locks the customer and returns the current password hash: it does not change until the transaction ends. */
export async function lockPasswordHash(tx: Tx, customerId: string): Promise<string | null> {
  const row = await tx
    .selectFrom("customers")
    .select("password_hash")
    .where("id", "=", customerId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row?.password_hash ?? null;
}

export async function updatePasswordHash(tx: Tx, customerId: string, passwordHash: string): Promise<void> {
  await tx.updateTable("customers").set({ password_hash: passwordHash }).where("id", "=", customerId).execute();
}

export type CustomerUpdate = Pick<Customer, "name" | "lastName" | "phone" | "username" | "email" | "rfc">;

/** Locks a customer until the end of the transaction. False if there is none, or if they are erased. */
export async function lockCustomer(tx: Tx, customerId: string): Promise<boolean> {
  const row = await tx
    .selectFrom("customers")
    .select("id")
    .where("id", "=", customerId)
    .where("erased_at", "is", null)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * False if another customer has the user name. If two changes take it concurrently, the unique key
 * `customers_username_once` throws in the second.
 */
export async function updateCustomer(tx: Tx, customerId: string, change: CustomerUpdate): Promise<boolean> {
  const { rows } = await sql`
    UPDATE customers SET name = ${change.name}, last_name = ${change.lastName}, phone = ${change.phone},
      username = ${change.username}, email = ${change.email}, rfc = ${change.rfc},
      rfc_file = CASE WHEN rfc IS NOT DISTINCT FROM ${change.rfc} THEN rfc_file END
    WHERE id = ${customerId} AND NOT EXISTS (
      SELECT FROM customers other WHERE other.username = ${change.username} AND other.id <> ${customerId})
    RETURNING id`.execute(tx);
  return rows.length === 1;
}

export type AddressFields = Pick<Address, "street" | "neighborhood" | "postalCode" | "city" | "state">;

/** More addresses than any customer needs. They are limited because each session response contains all of them. */
export const MAX_ADDRESSES = 50;

/**
 * Inserts an address and returns its id. Undefined if the customer has `MAX_ADDRESSES` or is erased. Two concurrent
 * inserts may exceed the maximum by one, which is harmless.
 */
export async function insertAddress(
  db: Queryable,
  customerId: string,
  fields: AddressFields,
): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`${insertAddressSql(customerId, fields)} RETURNING id`.execute(db);
  return rows[0]?.id;
}

/** Like `insertAddress`, but returns the customer with all addresses. */
export async function insertAddressAndReadCustomer(
  db: Queryable,
  customerId: string,
  fields: AddressFields,
): Promise<Customer | undefined> {
  const { rows } = await sql<Customer>`
    WITH added AS (${insertAddressSql(customerId, fields)} RETURNING *)
    SELECT ${customerColumns(sql`added`)} FROM customers c WHERE c.id = ${customerId} AND EXISTS (SELECT FROM added)`.execute(
    db,
  );
  return rows[0];
}

function insertAddressSql(customerId: string, fields: AddressFields): RawBuilder<unknown> {
  const { street, neighborhood, postalCode, city, state } = fields;
  return sql`
    INSERT INTO addresses (id, customer_id, street, neighborhood, postal_code, city, state)
    SELECT ${newId()}::uuid, id, ${street}, ${neighborhood}, ${postalCode}, ${city}, ${state}
    FROM (SELECT id FROM customers WHERE id = ${customerId} AND erased_at IS NULL FOR KEY SHARE) customer
    WHERE (SELECT count(*) FROM addresses WHERE customer_id = ${customerId} AND NOT is_deleted) < ${MAX_ADDRESSES}::int`;
}

/** False if the customer has no such address, or if restoring it would exceed `MAX_ADDRESSES`. */
export async function updateAddress(
  db: Queryable,
  key: { customerId: string; addressId: string },
  fields: AddressFields & { isDeleted: boolean },
): Promise<boolean> {
  const { street, neighborhood, postalCode, city, state, isDeleted } = fields;
  const { rows } = await sql`
    UPDATE addresses SET street = ${street}, neighborhood = ${neighborhood}, postal_code = ${postalCode}, city = ${city},
      state = ${state}, is_deleted = ${isDeleted}
    WHERE id = ${key.addressId} AND customer_id = ${key.customerId} AND (NOT is_deleted OR ${isDeleted} OR (
      SELECT count(*) FROM addresses WHERE customer_id = ${key.customerId} AND NOT is_deleted) < ${MAX_ADDRESSES}::int)
    RETURNING id`.execute(db);
  return rows.length > 0;
}

export async function hasAddress(db: Queryable, key: { customerId: string; addressId: string }): Promise<boolean> {
  const row = await db
    .selectFrom("addresses")
    .select("id")
    .where("id", "=", key.addressId)
    .where("customer_id", "=", key.customerId)
    .executeTakeFirst();
  return row !== undefined;
}
