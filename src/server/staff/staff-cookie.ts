import type { Config } from "../config.ts";

/** `__Host-` requires https. A shop without an https `PUBLIC_URL`, such as the demo, uses `panel` (decision 25). */
export function staffCookie({ publicUrl }: Pick<Config, "publicUrl">): { name: string; attributes: string } {
  const isHttps = publicUrl?.startsWith("https:") ?? false;
  const attributes = "Path=/; HttpOnly; SameSite=Strict";
  return isHttps ? { name: "__Host-panel", attributes: `${attributes}; Secure` } : { name: "panel", attributes };
}

/** The token of a back-office session, not verified yet. */
export function readStaffToken(config: Pick<Config, "publicUrl">, cookies = ""): string | undefined {
  const { name } = staffCookie(config);
  return cookies
    .split(/;\s*/)
    .find((cookie) => cookie.startsWith(`${name}=`))
    ?.slice(name.length + 1);
}
