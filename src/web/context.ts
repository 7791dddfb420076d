import { createContext } from "react-router";
import type { App } from "../server/app.ts";
import type { Shop } from "../server/shops/shop.ts";
import type { Staff } from "../server/staff/staff-sessions.ts";

/** The App of a loader: `context.get(appContext)`. Pages and the REST API call the same use cases. */
export const appContext = createContext<App>();

/** The shop whose host name received the request. */
export const shopContext = createContext<Shop>();

/** The version of the built pages, which changes with their code. */
export const buildVersionContext = createContext<string>("development");

/** Stores the error and route of a failed loader, action or render, for serve.ts. */
export const failureContext = createContext<PageFailure>();

export interface PageFailure {
  /** Logged and shown on the page, so that the log entry of a reported failure can be found. */
  requestId: string;
  error?: unknown;
  route?: string;
}

/** The key of a client's IP address, as limits and logs use it (`limits/ip-key.ts`). */
export const ipContext = createContext<string>();

/** The session of a request to the back office. Null for a page of the shop, whose requests carry no session. */
export const officeContext = createContext<OfficeSession | null>(null);

export interface OfficeSession {
  /** The cookie's token, which may be invalid. */
  token: string | undefined;
  /** The signed-in staff member; undefined without a valid session. */
  staff: Staff | undefined;
  /** Whether this request or the one before it saved a change. */
  hasSavedChange: () => boolean;
}
