import { createContext } from "react-router";
import type { App } from "../server/app.ts";
import type { Shop } from "../server/settings/shop.ts";

/** The App value in a loader: `context.get(appContext)`. Pages and the REST API call the same use cases. */
export const appContext = createContext<App>();

/** The shop whose host name the request came to. */
export const shopContext = createContext<Shop>();

/** Where a failed loader or render leaves its error, for serve.ts. */
export const failureContext = createContext<{ error?: unknown }>();
