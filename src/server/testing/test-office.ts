import type { Grant } from "../../domain/staff-permissions.ts";
import { BUILD_FOLDER, buildIfNeeded } from "../../web/build/build-if-needed.ts";
import { loadBuiltPages } from "../../web/serve.ts";
import { newId } from "../db/new-id.ts";
import { transact } from "../db/transact.ts";
import type { Log } from "../log.ts";
import { insertMember } from "../staff/queries.ts";
import { openStaffSession } from "../staff/staff-sessions.ts";
import { startTestServer, type TestServer } from "./test-server.ts";

/** The users of the back office: without a session, before the second factor, for each role, and a branch's owner. */
export const OFFICE_USERS = [
  "anonymous",
  "awaitsFactor",
  "owner",
  "branchOwner",
  "sales",
  "warehouse",
  "accounting",
  "door",
] as const;
export type OfficeUser = (typeof OFFICE_USERS)[number];

export const STAFF_PASSWORD = "una contraseña larga";
const DEVICE = { ip: "127.0.0.1", userAgent: "Firefox" };

interface VisitOptions {
  /** The user, with a new session for this call, so that a call that ends the session does not affect the next. */
  as?: OfficeUser;
  cookie?: string;
  form?: Record<string, string> | [string, string][];
  headers?: Record<string, string>;
}

export interface TestOffice extends TestServer {
  /** Ids of one member of each kind. All except `branchOwner` (of norte) work for all shops. */
  members: Record<Exclude<OfficeUser, "anonymous">, string>;
  /** Creates a member of staff. Returns their id. */
  createMember(email: string, grants: Grant[]): Promise<string>;
  cookieOf(user: OfficeUser): Promise<string | undefined>;
  /** The cookie of a new session of this member. */
  cookieOfMember(memberId: string, awaitsFactor?: boolean): Promise<string>;
  /** Requests a page like a browser without JavaScript. With `form` it submits a form of one of our pages. */
  visit(path: string, visit?: VisitOptions): ReturnType<TestServer["call"]>;
}

/** A server with the built pages of the shop and the back office, and with members of staff. */
export async function openTestOffice(env: Record<string, string> = {}, log?: Log): Promise<TestOffice> {
  buildIfNeeded();
  const server = await startTestServer(env, (app) => loadBuiltPages(app, BUILD_FOLDER), log);
  const { app } = server;
  const passwordHash = await app.passwords.hash(STAFF_PASSWORD);
  const createMember = async (email: string, grants: Grant[]) => {
    const id = newId();
    await transact(app.db, (tx) => insertMember(tx, { id, name: "Persona", email, passwordHash, grants }));
    return id;
  };
  const grantInAllShops = (role: Grant["role"]): Grant[] => [{ role, shopId: null }];
  const branchId = (await server.findShop("norte")).id;
  const members = {
    awaitsFactor: await createMember("mitad@ejemplo.mx", grantInAllShops("owner")),
    owner: await createMember("otra@ejemplo.mx", grantInAllShops("owner")),
    branchOwner: await createMember("norte@ejemplo.mx", [{ role: "owner", shopId: branchId }]),
    sales: await createMember("sales@ejemplo.mx", grantInAllShops("sales")),
    warehouse: await createMember("warehouse@ejemplo.mx", grantInAllShops("warehouse")),
    accounting: await createMember("accounting@ejemplo.mx", grantInAllShops("accounting")),
    door: await createMember("door@ejemplo.mx", grantInAllShops("door")),
  };
  const cookieOfMember = async (memberId: string, awaitsFactor = false) =>
    `panel=${await transact(app.db, (tx) => openStaffSession(tx, memberId, DEVICE, awaitsFactor))}`;
  const cookieOf = async (user: OfficeUser) =>
    user === "anonymous" ? undefined : cookieOfMember(members[user], user === "awaitsFactor");
  return {
    ...server,
    members,
    createMember,
    cookieOf,
    cookieOfMember,
    async visit(path, { as, cookie, form, headers = {} } = {}) {
      const sessionCookie = cookie ?? (as && (await cookieOf(as)));
      const formHeaders = form && {
        "Content-Type": "application/x-www-form-urlencoded",
        "Sec-Fetch-Site": "same-origin",
        Origin: app.config.publicUrl ?? server.origin,
      };
      return server.call(form ? "POST" : "GET", path, {
        rawBody: form && new URLSearchParams(form).toString(),
        headers: { ...(sessionCookie ? { Cookie: sessionCookie } : {}), ...formHeaders, ...headers },
      });
    },
  };
}
