import { createContext } from "react-router";
import type { App } from "../server/app.ts";
import type { Shop } from "../server/shops/shop.ts";
import type { Staff } from "../server/staff/staff-sessions.ts";

/** The App value in a loader: `context.get(appContext)`. Pages and the REST API call the same use cases. */
export const appContext = createContext<App>();

/** The shop whose host name the request came to. */
export const shopContext = createContext<Shop>();

/** Where a failed loader, action or render leaves its error and its route, for serve.ts. */
export const failureContext = createContext<PageFailure>();

export interface PageFailure {
  /** In the log and on the page: with it one finds the other. */
  requestId: string;
  error?: unknown;
  route?: string;
}

/** From where a request comes, as limits and logs count it (`limits/address-key.ts`). */
export const addressContext = createContext<string>();

/** What a request to the back office brings; null for the shop's pages, which serve.ts treats otherwise. */
export const officeContext = createContext<OfficeVisit | null>(null);

export interface OfficeVisit {
  /** The cookie's token, whatever it is worth. */
  token: string | undefined;
  /** Who works with it. */
  staff: Staff | undefined;
  /** Whether what was sent with this request, or with the one before, is saved. */
  isSaved: () => boolean;
}
