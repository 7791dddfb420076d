import { data, redirect, type MiddlewareFunction, type RouterContextProvider } from "react-router";
import { isStorableText, UNSTORABLE_TEXT_ERROR } from "../../domain/storable-text.ts";
import { isAllowed, type Permission } from "../../domain/staff-permissions.ts";
import { CAMERA_PERMISSIONS } from "../../server/http/security-headers.ts";
import { readAtMost } from "../../server/http/read-json.ts";
import type { App } from "../../server/app.ts";
import { watchChanges } from "../../server/change-log/change-watch.ts";
import { readStaffToken, staffCookie } from "../../server/staff/staff-cookie.ts";
import type { Actor } from "../../server/change-log/change-log.ts";
import { authenticateStaff, type SignInDevice, type Staff } from "../../server/staff/staff-sessions.ts";
import { SAVED_COOKIE, readCookie } from "../failure-cookies.ts";
import { ipContext, appContext, officeContext, type OfficeSession } from "../context.ts";
import { officePaths } from "./paths.ts";

type Context = Readonly<RouterContextProvider>;

/** The lifetime of the session cookie: the longest that a session may last. */
const COOKIE_SECONDS = 7 * 24 * 3_600;
/** Limit of a form without files. */
const MAX_FORM_BYTES = 64 * 1024;
/** Maximum number of values of one field name: more than the lines of any order. A form with more is refused. */
const MAX_VALUES = 5_000;
const FORM_TYPE = "application/x-www-form-urlencoded";
const UPLOAD_TYPE = "multipart/form-data";

/** The header that stores a session in the browser; with a null token, the one that deletes it. */
export function sessionCookieHeaders(context: Context, token: string | null): HeadersInit {
  const { name, attributes } = staffCookie(context.get(appContext).config);
  return { "Set-Cookie": `${name}=${token ?? ""}; ${attributes}; Max-Age=${token === null ? 0 : COOKIE_SECONDS}` };
}

/**
 * Middleware of every loader and action of the back office. Refuses cross-site forms and bodies that are not forms, and
 * identifies the staff member. It also sets the policy for the camera, and the cookie that states that a change was
 * saved.
 */
export const officeGuard: MiddlewareFunction<Response> = async ({ request, context }, next) => {
  const app = context.get(appContext);
  const cookieHeader = request.headers.get("cookie") ?? "";
  const wasSaved = readCookie(cookieHeader, SAVED_COOKIE) !== null;
  const changeWatch = { hasChanged: false };
  const hasSavedChange = (): boolean => changeWatch.hasChanged || wasSaved;
  context.set(officeContext, { token: undefined, staff: undefined, hasSavedChange });
  if (request.method !== "GET" && request.method !== "HEAD") {
    if (isCrossSite(request)) return new Response("Esta petición no viene del panel.", { status: 403 });
    const type = request.headers.get("content-type") ?? "";
    if (!type.startsWith(FORM_TYPE) && !type.startsWith(UPLOAD_TYPE)) return new Response(null, { status: 415 });
  }
  const token = readStaffToken(app.config, cookieHeader);
  // The poll of an open page does not count: an unattended page must not stay signed in.
  const countsAsUse = !new URL(request.url).pathname.startsWith("/panel/cambios/");
  const staff = token ? await authenticateStaff(app, token, { countsAsUse }) : undefined;
  context.set(officeContext, { token, staff, hasSavedChange });
  const response = await watchChanges(changeWatch, next);
  // The browser keeps the policy of the first loaded page, and any page of the office may lead to one with a scanner.
  response.headers.set("Permissions-Policy", CAMERA_PERMISSIONS);
  // The cookie states that the change is saved, in case the next page fails. It expires after half a minute, and is
  // deleted once a page is shown. Signing in does not count as a saved change.
  if (changeWatch.hasChanged && staff) response.headers.append("Set-Cookie", makeSavedCookie(app, 30));
  else if (wasSaved && request.method === "GET" && response.status < 500) {
    response.headers.append("Set-Cookie", makeSavedCookie(app, 0));
  }
  return response;
};

function makeSavedCookie(app: App, seconds: number): string {
  const secure = app.config.publicUrl?.startsWith("https:") ? "; Secure" : "";
  return `${SAVED_COOKIE}=1; Path=/panel; Max-Age=${seconds}; SameSite=Strict${secure}`;
}

/**
 * Whether a form comes from another site. Browsers send `Sec-Fetch-Site` or `Origin` with a form, so a form with
 * neither is refused too.
 */
function isCrossSite(request: Request): boolean {
  const site = request.headers.get("sec-fetch-site");
  const origin = request.headers.get("origin");
  if (site !== null && site !== "same-origin") return true;
  if (origin === null) return site === null;
  return !URL.canParse(origin) || new URL(origin).origin !== new URL(request.url).origin;
}

/** The session that `officeGuard` stored for the request. Its staff member is undefined when nobody is signed in. */
export function officeSessionOf(context: Context): OfficeSession {
  const session = context.get(officeContext);
  if (!session) throw new Error("Not a page of the back office");
  return session;
}

/** The signed-in staff member; otherwise redirects to the sign-in page. */
export function requireSignedInStaff(context: Context, request: Request): Staff {
  const { staff } = officeSessionOf(context);
  if (staff) return staff;
  throw redirect(officePaths.signIn(findShownPagePath(request)));
}

/**
 * The page to return to after sign-in. For a form it is the page that shows it, so that the typed values can be
 * restored there. Undefined if the browser does not name that page, or if it is no page of the panel.
 */
function findShownPagePath(request: Request): string | undefined {
  const url = new URL(request.url);
  if (request.method === "GET") {
    return url.pathname.replace(/\.data$/, "") + url.search.replace(/[?&]_routes=[^&]*/, "");
  }
  const referrer = request.headers.get("referer") ?? "";
  if (!URL.canParse(referrer)) return undefined;
  const { host, pathname, search } = new URL(referrer);
  return host === request.headers.get("host") && /^\/panel(?:\/|$)/.test(pathname) ? pathname + search : undefined;
}

/**
 * The signed-in member, if they have this permission in one shop, in all shops or in any shop (`where`); otherwise the
 * page answers 404. A null permission requires only a session.
 *
 * Without a session the request is redirected to the sign-in page. A live shop requires a second factor, so a member
 * without one is redirected to set it up.
 */
export function requireStaff(
  context: Context,
  request: Request,
  permission: Permission | null,
  where: { shopId: string } | "all" | "any" = "any",
): Staff {
  const staff = requireSignedInStaff(context, request);
  if (permission !== null && !isAllowed(staff.grants, permission, where)) throw data(null, { status: 404 });
  if (!staff.hasFactor && context.get(appContext).config.publicUrl !== null)
    throw redirect(officePaths.accountSecondFactor);
  return staff;
}

export function actorOf(context: Context, staff: Staff): Actor {
  return { memberId: staff.memberId, name: staff.name, ip: context.get(ipContext) };
}

export function deviceOf(context: Context, request: Request): SignInDevice {
  return {
    ip: context.get(ipContext),
    userAgent: request.headers.get("user-agent") ?? "",
    previousToken: officeSessionOf(context).token,
  };
}

/** White space and line ends that a single-line field must not contain. */
const TABS_AND_LINE_ENDS = /[\t\n\v\f\r\u0085]/g;
/** Line ends other than \n. Tabs stay, because they separate the columns of lines copied from a spreadsheet. */
const OTHER_LINE_ENDS = /\r\n?|[\v\f\u0085]/g;

/** The fields of a submitted form. A missing field is empty. */
export interface FormFields {
  /** One line of at most `max` characters. */
  text(name: string, max?: number): string;
  /**
   * The text of a text area. Its lines end in \n. White space is removed at the end of each line and around the whole
   * text. Tabs inside a line stay.
   */
  multilineText(name: string, max?: number): string;
  /** The value without cleaning: a password of another service may start or end with spaces. */
  secret(name: string, max?: number): string;
  /** All values of the fields with this name. With more than `MAX_VALUES` the request is answered with 413. */
  all(name: string): string[];
}

/** Reads a form without files, of at most `maxBytes` as it is sent. */
export async function readForm(request: Request, maxBytes = MAX_FORM_BYTES): Promise<FormFields> {
  if (!request.headers.get("content-type")?.startsWith(FORM_TYPE)) throw data(null, { status: 415 });
  const bytes = await readAtMost(request, maxBytes);
  if (bytes === null) throw data(null, { status: 413 });
  return toFormFields(new URLSearchParams(new TextDecoder().decode(bytes)));
}

/**
 * Reads a form with files (`encType="multipart/form-data"`) of at most `maxBytes` in all. Null when it is larger, so
 * that the form can show a sentence. The declared type of a file proves nothing: its reader checks the content.
 */
export async function readUpload(
  request: Request,
  maxBytes: number,
): Promise<(FormFields & { files(name: string): File[] }) | null> {
  const type = request.headers.get("content-type") ?? "";
  if (!type.startsWith(UPLOAD_TYPE)) throw data(null, { status: 415 });
  const bytes = await readAtMost(request, maxBytes);
  if (bytes === null) return null;
  const body = new Response(Buffer.from(bytes), { headers: { "Content-Type": type } });
  const form = await body.formData().catch(() => {
    throw data(null, { status: 400 });
  });
  const isFile = (value: File | string): value is File => typeof value !== "string" && value.size > 0;
  const textFields = [...form].filter((field): field is [string, string] => typeof field[1] === "string");
  return { ...toFormFields(new URLSearchParams(textFields)), files: (name) => form.getAll(name).filter(isFile) };
}

/** Reads the fields. As in the API, text that cannot be stored is refused. */
function toFormFields(form: URLSearchParams): FormFields {
  for (const [, value] of form) if (!isStorableText(value)) throw data(UNSTORABLE_TEXT_ERROR, { status: 422 });
  return {
    text: (name, max = 254) => clean(form.get(name) ?? "").slice(0, max),
    multilineText: (name, max = 20_000) => cleanLines(form.get(name) ?? "").slice(0, max),
    secret: (name, max = 254) => (form.get(name) ?? "").slice(0, max),
    all(name) {
      const values = form.getAll(name);
      if (values.length > MAX_VALUES) throw data(null, { status: 413 });
      return values.map(clean);
    },
  };
}

function clean(text: string): string {
  return text.replaceAll(TABS_AND_LINE_ENDS, " ").trim();
}

function cleanLines(text: string): string {
  const lines = text.replaceAll(OTHER_LINE_ENDS, "\n").split("\n");
  return lines
    .map((line) => line.trimEnd())
    .join("\n")
    .trim();
}
