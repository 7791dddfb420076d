const DENIED_FEATURES = "camera=(), microphone=(), geolocation=(), payment=()";
/** The Permissions-Policy of the pages that read codes by camera. */
export const CAMERA_PERMISSIONS = DENIED_FEATURES.replace("camera=()", "camera=(self)");

/** The default headers of every response. HSTS is included only if the shop is reached by https. */
export function securityHeaders(isHttps: boolean): Record<string, string> {
  return {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "strict-origin-when-cross-origin",
    "Permissions-Policy": DENIED_FEATURES,
    "Cross-Origin-Opener-Policy": "same-origin-allow-popups",
    "Cross-Origin-Resource-Policy": "same-origin",
    ...(isHttps ? { "Strict-Transport-Security": "max-age=31536000; includeSubDomains" } : {}),
  };
}

/** The policy of API responses: nothing may run. */
export const API_CSP = "default-src 'none'; base-uri 'none'; frame-ancestors 'none'";

/**
 * The policy of built files and pictures. A browser's worker has the policy of its own file, so scripts and requests
 * stay allowed.
 */
export const FILE_CSP = "object-src 'none'; base-uri 'none'; frame-ancestors 'none'";

/** External hosts that a page may use, by purpose. */
export interface ExternalHosts {
  script: readonly string[];
  img: readonly string[];
  connect: readonly string[];
  style?: readonly string[];
  frame?: readonly string[];
}

/**
 * The policy of a page: its own files, inline scripts with the given hashes, and the external hosts that the
 * shop's settings require. No 'unsafe-inline' for scripts.
 * `picturesUrl`: where /pictures redirects to, if it does. A browser follows a redirect only to an allowed host.
 */
export function pageCsp(
  scriptHashes: readonly string[],
  picturesUrl: string | null = null,
  externalHosts?: ExternalHosts,
): string {
  const hashes = scriptHashes.map((hash) => `'sha256-${hash}'`);
  const pictures = picturesUrl ? [new URL(picturesUrl).origin] : [];
  return [
    "default-src 'self'",
    ["script-src 'self'", ...hashes, ...(externalHosts?.script ?? [])].join(" "),
    ["style-src 'self'", ...(externalHosts?.style ?? [])].join(" "),
    "style-src-attr 'unsafe-inline'",
    ["img-src 'self' data: blob:", ...pictures, ...(externalHosts?.img ?? [])].join(" "),
    "font-src 'self'",
    ["connect-src 'self'", ...(externalHosts?.connect ?? [])].join(" "),
    ...(externalHosts?.frame?.length ? [`frame-src ${externalHosts.frame.join(" ")}`] : []),
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");
}
