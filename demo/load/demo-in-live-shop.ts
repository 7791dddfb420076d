import type { App } from "../../src/server/app.ts";
import { demoId } from "./demo-id.ts";

/**
 * Whether this shop may have the demo's data. The demo's passwords and codes are public, so a shop with a public URL
 * needs ALLOW_SANDBOX.
 */
export function mayLoadDemo({ config }: Pick<App, "config">): boolean {
  return config.publicUrl === null || config.allowSandbox;
}

export const DEMO_IN_LIVE_SHOP_MESSAGE =
  "Con PUBLIC_URL la tienda vende de verdad, y los datos de demostración traen cuentas y códigos que todo el mundo conoce. Usa una base de datos vacía (otra DATABASE_URL o DATA_DIR), o define ALLOW_SANDBOX=1 para una demostración pública.";

/** Whether the demo shop was ever loaded into this database, even if it was changed since. */
export async function hasDemoData(app: Pick<App, "db">): Promise<boolean> {
  const shop = await app.db
    .selectFrom("shops")
    .select("id")
    .where("id", "=", demoId("shop", "matriz"))
    .executeTakeFirst();
  return shop !== undefined;
}
