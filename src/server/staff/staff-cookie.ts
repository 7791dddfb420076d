import type { Config } from "../config.ts";

/** `__Host-` is for https alone: the demo, on this machine's http, has to do without (decision 25). */
export function staffCookie({ publicUrl }: Pick<Config, "publicUrl">): { name: string; attributes: string } {
  const isHttps = publicUrl?.startsWith("https:") ?? false;
  const attributes = "Path=/; HttpOnly; SameSite=Strict";
  return isHttps ? { name: "__Host-panel", attributes: `${attributes}; Secure` } : { name: "panel", attributes };
}

/** The token of a session in the back office, whatever it is worth. */
export function readStaffToken(config: Pick<Config, "publicUrl">, cookies = ""): string | undefined {
  const { name } = staffCookie(config);
  return cookies
    .split(/;\s*/)
    .find((cookie) => cookie.startsWith(`${name}=`))
    ?.slice(name.length + 1);
}
