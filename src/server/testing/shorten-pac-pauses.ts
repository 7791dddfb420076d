import { openPac } from "../adapters/pac/open-pac.ts";
import { TIMEOUTS } from "../adapters/pac/pac-client.ts";
import { SANDBOX_PAC_PASSWORD } from "../adapters/pac/sandbox/credentials.ts";
import type { App } from "../app.ts";
import { openLog } from "../log.ts";

/** Shortens the app's pauses between retries of calls to the PAC sandbox. The number of retries stays. */
export function shortenPacPauses(app: App): void {
  const timeouts = { ...TIMEOUTS, pauseMs: 10 };
  const options = { ownOrigin: () => app.ownOrigin, password: SANDBOX_PAC_PASSWORD, timeouts };
  app.pac = openPac("sandbox", options, openLog("silent"));
}
