import type { App } from "../app.ts";
import { findCallerOfToken, type Caller } from "../sessions/sessions.ts";
import { problem } from "../http/problems.ts";

/** Thrown by what needs a caller where none came or the token opens nothing: answered as 401. */
export class NotSignedIn extends Error {
  override name = "NotSignedIn";
}

/** The bearer token of a request; null without one, undefined for what cannot be one. */
export function bearerToken(request: Request): string | null | undefined {
  const header = request.headers.get("authorization");
  return header === null ? null : /^Bearer ([\w-]{20,200})$/i.exec(header)?.[1];
}

/** Whose token came with the request; null without one. A token that opens nothing is refused, not ignored. */
export async function findCaller(app: App, request: Request): Promise<Caller | null> {
  const token = bearerToken(request);
  if (token === null) return null;
  const caller = token && (await findCallerOfToken(app.genericPlans, token));
  if (!caller) throw new NotSignedIn();
  return caller;
}

/** Like `findCaller`, where a caller only adds something: a token that opens nothing is as none. */
export async function findLiveCaller(app: App, request: Request): Promise<Caller | null> {
  const token = bearerToken(request);
  return (token && (await findCallerOfToken(app.genericPlans, token))) || null;
}

export async function requireCaller(app: App, request: Request): Promise<Caller> {
  const caller = await findCaller(app, request);
  if (caller === null) throw new NotSignedIn();
  return caller;
}

/** For what guests may not do: to them it is as to anybody who is not signed in. */
export async function requireRegistered(app: App, request: Request): Promise<Caller> {
  const caller = await requireCaller(app, request);
  if (caller.kind !== "registered") throw new NotSignedIn();
  return caller;
}

export function notSignedInProblem(): Response {
  return problem(401, "NOT_SIGNED_IN", "Tu sesión terminó. Inicia sesión de nuevo.", {
    headers: { "WWW-Authenticate": "Bearer" },
  });
}
