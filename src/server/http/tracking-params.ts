/**
 * Parameters that advertisers and mail services add to links, as alternatives of a pattern. Click ids differ for every
 * click. Scripts in the browser read them. The shop's responses do not depend on them. Varnish has the same list
 * (deploy/varnish.vcl).
 */
export const TRACKING_PARAMS_PATTERN = String.raw`utm_\w+|fbclid|gclid|gclsrc|gbraid|wbraid|dclid|msclkid|ttclid|twclid|yclid|li_fat_id|igshid|igsh|epik|srsltid|_gl|mc_[ce]id`;

const TRACKING_PARAM = new RegExp(`^(?:${TRACKING_PARAMS_PATTERN})(?:=|$)`);

export interface SplitUrl {
  /** Without tracking parameters. The others stay as they were written. */
  url: string;
  /** The tracking parameters, "fbclid=1&utm_source=x", or "". */
  tracking: string;
}

/** Separates the tracking parameters of a URL, so that customers from advertisements share one cached page. */
export function splitTracking(url: string): SplitUrl {
  const start = url.indexOf("?");
  if (start === -1) return { url, tracking: "" };
  const params = url.slice(start + 1).split("&");
  const trackingParams = params.filter((param) => TRACKING_PARAM.test(param));
  if (trackingParams.length === 0) return { url, tracking: "" };
  const otherParams = params.filter((param) => !TRACKING_PARAM.test(param));
  const query = otherParams.length > 0 ? `?${otherParams.join("&")}` : "";
  return { url: url.slice(0, start) + query, tracking: trackingParams.join("&") };
}

/** Adds the tracking parameters of a request to its redirect, for the next page. Other responses are unchanged. */
export function addTrackingToRedirect(response: Response, tracking: string): Response {
  const location = response.headers.get("location");
  if (tracking === "" || location === null) return response;
  const [target = "", fragment] = location.split("#", 2);
  const targetWithTracking = `${target}${target.includes("?") ? "&" : "?"}${tracking}`;
  const headers = new Headers(response.headers);
  headers.set("Location", fragment === undefined ? targetWithTracking : `${targetWithTracking}#${fragment}`);
  return new Response(response.body, { status: response.status, headers });
}
