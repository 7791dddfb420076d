import type { Config } from "../../config.ts";
import type { ExternalHosts } from "../../http/security-headers.ts";
import type { Shop } from "../../shops/shop.ts";

/** What the browser needs to measure: the owner's measurement id, and the URL of gtag.js. */
export interface AnalyticsTag {
  id: string;
  scriptUrl: string;
}

/**
 * Google's hosts for GA4 (developers.google.com/tag-platform/security/guides/csp, "Google Analytics 4"). Frames and
 * advertising pictures stay denied.
 */
const GOOGLE_HOSTS: ExternalHosts = {
  script: ["https://www.googletagmanager.com"],
  img: ["https://*.google-analytics.com", "https://www.googletagmanager.com"],
  connect: ["https://*.google-analytics.com", "https://*.analytics.google.com", "https://www.googletagmanager.com"],
};

/** Null for a shop that measures nothing. In demo mode the script is the sandbox's, so no data leaves this machine. */
export function analyticsTag(config: Config, shop: Shop): AnalyticsTag | null {
  const { analytics } = shop.settings;
  if (!analytics) return null;
  const isDemo = config.publicUrl === null;
  const scriptUrl = isDemo ? "/sandbox/analytics/gtag.js" : "https://www.googletagmanager.com/gtag/js";
  return { id: analytics.id, scriptUrl };
}

/** The hosts that a page of this shop may connect to for analytics: none in demo mode or without the setting. */
export function analyticsHosts(config: Config, shop: Shop): ExternalHosts | undefined {
  return config.publicUrl !== null && shop.settings.analytics ? GOOGLE_HOSTS : undefined;
}
