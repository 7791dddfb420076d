import { openPac } from "../adapters/pac/open-pac.ts";
import { TIMEOUTS } from "../adapters/pac/pac-client.ts";
import { SANDBOX_PAC_PASSWORD } from "../adapters/pac/sandbox/credentials.ts";
import type { App } from "../app.ts";
import { openLog } from "../log.ts";

/** From now on the app repeats its calls of the PAC sandbox almost without a pause. The number of calls stays. */
export function shortenPacPauses(app: App): void {
  const timeouts = { ...TIMEOUTS, pauseMs: 10 };
  const options = { ownOrigin: () => app.ownOrigin, password: SANDBOX_PAC_PASSWORD, timeouts };
  app.pac = openPac("sandbox", options, openLog("silent"));
}
