import type { App } from "../../../server/app.ts";
import { findFirstSteps } from "../../../server/settings/first-steps.ts";
import type { Shop } from "../../../server/shops/shop.ts";
import type { StepsView } from "./step-list.tsx";

/** The first steps of these shops, as the panel shows them. */
export async function loadSteps(app: App, shops: readonly Shop[]): Promise<StepsView[]> {
  const stepsByShop = await findFirstSteps(app, shops);
  return stepsByShop.map(({ steps, missingSteps, isHidden }, index) => {
    const { key, name, hosts } = shops[index]!;
    return { shop: { key, name, origin: app.originOf(hosts) }, steps, missingSteps, isHidden };
  });
}
