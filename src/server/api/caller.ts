import type { App } from "../app.ts";
import { authenticateToken, type Caller } from "../sessions/sessions.ts";
import { commonProblem } from "../http/problems.ts";

/** Thrown for an invalid token, and if the call needs a (registered) caller and has none. Answered as 401. */
export class NotSignedIn extends Error {
  override name = "NotSignedIn";
}

/** The bearer token of a request. Null without one, undefined if it is malformed. */
export function bearerToken(request: Request): string | null | undefined {
  const header = request.headers.get("authorization");
  return header === null ? null : /^Bearer ([\w-]{20,200})$/i.exec(header)?.[1];
}

/** The caller of the request's token. Null without a token. An invalid token is refused, not ignored. */
export async function authenticateCaller(app: App, request: Request): Promise<Caller | null> {
  const token = bearerToken(request);
  if (token === null) return null;
  const caller = token && (await authenticateToken(app.genericPlanDb, token));
  if (!caller) throw new NotSignedIn();
  return caller;
}

/** The caller of the request's token. Null without a token and for an invalid one. */
export async function findValidCaller(app: App, request: Request): Promise<Caller | null> {
  const token = bearerToken(request);
  return (token && (await authenticateToken(app.genericPlanDb, token))) || null;
}

export async function requireCaller(app: App, request: Request): Promise<Caller> {
  const caller = await authenticateCaller(app, request);
  if (caller === null) throw new NotSignedIn();
  return caller;
}

/** For actions that are not open to guests. A guest is refused like a caller without a session. */
export async function requireRegisteredCaller(app: App, request: Request): Promise<Caller> {
  const caller = await requireCaller(app, request);
  if (caller.kind !== "registered") throw new NotSignedIn();
  return caller;
}

export function notSignedInProblem(): Response {
  return commonProblem("NOT_SIGNED_IN", { headers: { "WWW-Authenticate": "Bearer" } });
}
