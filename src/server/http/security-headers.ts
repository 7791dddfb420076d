const NO_SENSORS = "camera=(), microphone=(), geolocation=(), payment=()";
/** Of the one page that reads tickets. */
export const CAMERA_ONLY = NO_SENSORS.replace("camera=()", "camera=(self)");

/** On every answer that does not say its own. HSTS only where the shop is reached by https. */
export function securityHeaders(isHttps: boolean): Record<string, string> {
  return {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "strict-origin-when-cross-origin",
    "Permissions-Policy": NO_SENSORS,
    "Cross-Origin-Opener-Policy": "same-origin-allow-popups",
    "Cross-Origin-Resource-Policy": "same-origin",
    ...(isHttps ? { "Strict-Transport-Security": "max-age=31536000; includeSubDomains" } : {}),
  };
}

/** An answer for programs runs nothing. */
export const API_CSP = "default-src 'none'; base-uri 'none'; frame-ancestors 'none'";

/** Of a built file or a picture. A worker takes its policy from its own file, so that scripts and requests stay open. */
export const FILE_CSP = "object-src 'none'; base-uri 'none'; frame-ancestors 'none'";

/** Hosts beside ours that a page may reach, by what it may do there. */
export interface OutsideHosts {
  script: readonly string[];
  img: readonly string[];
  connect: readonly string[];
  style?: readonly string[];
  frame?: readonly string[];
}

/**
 * A page's policy: its own files, those inline scripts whose hashes are named, and `outside` hosts where the shop's
 * settings ask for them. No 'unsafe-inline' for scripts.
 * `picturesUrl`: where /pictures redirects to, if it does; a browser follows only to what is allowed here.
 */
export function pageCsp(
  scriptHashes: readonly string[],
  picturesUrl: string | null = null,
  outside?: OutsideHosts,
): string {
  const hashes = scriptHashes.map((hash) => `'sha256-${hash}'`);
  const pictures = picturesUrl ? [new URL(picturesUrl).origin] : [];
  return [
    "default-src 'self'",
    ["script-src 'self'", ...hashes, ...(outside?.script ?? [])].join(" "),
    ["style-src 'self'", ...(outside?.style ?? [])].join(" "),
    "style-src-attr 'unsafe-inline'",
    ["img-src 'self' data: blob:", ...pictures, ...(outside?.img ?? [])].join(" "),
    "font-src 'self'",
    ["connect-src 'self'", ...(outside?.connect ?? [])].join(" "),
    ...(outside?.frame?.length ? [`frame-src ${outside.frame.join(" ")}`] : []),
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");
}
