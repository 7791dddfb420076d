import { sql } from "kysely";
import { STAFF_ROLES, type Grant } from "../../domain/staff-permissions.ts";
import type { App } from "../app.ts";
import type { Queryable, Tx } from "../db/connect.ts";

export interface Member {
  id: string;
  name: string;
  email: string;
  grants: Grant[];
  disabledAt: Date | null;
  /** Whether the member has an authenticator app or a passkey. */
  hasFactor: boolean;
}

const GRANTS_JSON = sql<Grant[]>`coalesce((SELECT json_agg(json_build_object('role', r.role, 'shopId', r.shop_id)
  ORDER BY array_position(${sql.lit(`{${STAFF_ROLES.join(",")}}`)}::text[], r.role), r.shop_id)
  FROM staff_roles r WHERE r.member_id = m.id), '[]')`;

const MEMBER_COLUMNS = sql`m.id, m.name, m.email, ${GRANTS_JSON} AS grants, m.disabled_at AS "disabledAt",
  EXISTS (SELECT FROM staff_second_factors f WHERE f.member_id = m.id AND f.confirmed_at IS NOT NULL)
    OR EXISTS (SELECT FROM staff_passkeys k WHERE k.member_id = m.id) AS "hasFactor"`;

/** Whether the demo's owner may sign in. In a live shop they may not, because their password is public. */
export function canDemoOwnerSignIn({ config }: Pick<App, "config">): boolean {
  return config.publicUrl === null;
}

export async function listMembers(app: App): Promise<Member[]> {
  const { rows } = await sql<Member>`SELECT ${MEMBER_COLUMNS} FROM staff_members m
    WHERE ${canDemoOwnerSignIn(app)} OR NOT m.is_demo ORDER BY m.disabled_at IS NOT NULL, m.name, m.id`.execute(
    app.genericPlanDb,
  );
  return rows;
}

export async function findMember(db: Queryable, id: string): Promise<Member | undefined> {
  const { rows } = await sql<Member>`SELECT ${MEMBER_COLUMNS} FROM staff_members m WHERE m.id = ${id}`.execute(db);
  return rows[0];
}

/** The active member with this email address who may sign in. */
export async function findMemberByEmail(
  app: App,
  email: string,
): Promise<(Member & { passwordHash: string }) | undefined> {
  const { rows } = await sql<Member & { passwordHash: string }>`
    SELECT ${MEMBER_COLUMNS}, m.password_hash AS "passwordHash" FROM staff_members m
    WHERE m.email = ${email} AND m.disabled_at IS NULL AND (${canDemoOwnerSignIn(app)} OR NOT m.is_demo)`.execute(
    app.genericPlanDb,
  );
  return rows[0];
}

/** Locks the member: a session opened while they are being disabled must not remain. Undefined if they are disabled. */
export async function lockMember(tx: Tx, id: string): Promise<{ passwordHash: string } | undefined> {
  return tx
    .selectFrom("staff_members")
    .select("password_hash as passwordHash")
    .where("id", "=", id)
    .where("disabled_at", "is", null)
    .forUpdate()
    .executeTakeFirst();
}

/**
 * Inserts a member, or re-enables a disabled one with the same email address. Returns their id, or undefined if the
 * address belongs to an active member.
 */
export async function insertMember(
  tx: Tx,
  member: { id: string; name: string; email: string; passwordHash: string; grants: readonly Grant[]; isDemo?: boolean },
): Promise<string | undefined> {
  const storedMember = await tx
    .insertInto("staff_members")
    .values({
      id: member.id,
      name: member.name,
      email: member.email,
      password_hash: member.passwordHash,
      is_demo: member.isDemo ?? false,
      disabled_at: null,
    })
    .onConflict((conflict) =>
      conflict
        .column("email")
        .doUpdateSet({ name: member.name, password_hash: member.passwordHash, disabled_at: null })
        .where("staff_members.disabled_at", "is not", null),
    )
    .returning("id")
    .executeTakeFirst();
  if (storedMember) await replaceGrants(tx, storedMember.id, member.grants);
  return storedMember?.id;
}

export async function replaceGrants(tx: Tx, memberId: string, grants: readonly Grant[]): Promise<void> {
  await tx.deleteFrom("staff_roles").where("member_id", "=", memberId).execute();
  if (grants.length === 0) return;
  await tx
    .insertInto("staff_roles")
    .values(grants.map(({ role, shopId }) => ({ member_id: memberId, role, shop_id: shopId })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Serializes changes of permissions, so that of two owners who disable each other one remains. */
export async function lockStaff(tx: Tx): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(4720224)`.execute(tx);
}

/** Whether a member who can sign in owns all shops. */
export async function hasOwner(tx: Queryable, app: Pick<App, "config">): Promise<boolean> {
  const { rows } = await sql`SELECT FROM staff_members m JOIN staff_roles r ON r.member_id = m.id
    WHERE r.role = 'owner' AND r.shop_id IS NULL AND m.disabled_at IS NULL AND (${canDemoOwnerSignIn(app)} OR NOT m.is_demo)
    LIMIT 1`.execute(tx);
  return rows.length > 0;
}
