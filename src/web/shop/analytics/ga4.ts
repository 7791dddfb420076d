import type { AnalyticsEvent } from "../../state/analytics.ts";
import { toGa4Params } from "./ga4-params.ts";
import { scrubUrl, scrubText } from "./scrub-url.ts";

declare global {
  interface Window {
    dataLayer?: unknown[];
  }
}

export interface Ga4 {
  start(): void;
  send(event: AnalyticsEvent): void;
}

const NO_ADS = { ad_storage: "denied", ad_user_data: "denied", ad_personalization: "denied" };

/**
 * Google Analytics 4 by gtag.js, consent mode 2 (developers.google.com/tag-platform/security/guides/consent). It is
 * created only after the visitor's consent. Before that nothing is requested from Google. The shop sends each page view
 * itself, with a URL without keys and tokens.
 */
export function createGa4({ id, scriptUrl }: { id: string; scriptUrl: string }): Ga4 {
  let isScriptAdded = false;
  let lastPageUrl: string | null = null;
  return {
    start: () => {
      setDisabled(id, false);
      if (isScriptAdded) {
        gtag("consent", "update", { analytics_storage: "granted" });
        gtag("set", pageFields(lastPageUrl));
        return;
      }
      isScriptAdded = true;
      gtag("consent", "default", { analytics_storage: "denied", ...NO_ADS });
      gtag("consent", "update", { analytics_storage: "granted" });
      gtag("js", new Date());
      gtag("set", pageFields(null));
      gtag("config", id, {
        send_page_view: false,
        allow_google_signals: false,
        allow_ad_personalization_signals: false,
        cookie_flags: location.protocol === "https:" ? "SameSite=Lax;Secure" : "SameSite=Lax",
      });
      const element = document.createElement("script");
      element.async = true;
      element.src = `${scriptUrl}?id=${id}`;
      document.head.append(element);
    },
    send: (event) => {
      if (event.name === "page_view") {
        gtag("set", pageFields(lastPageUrl));
        lastPageUrl = scrubUrl(location.href);
      }
      gtag("event", event.name, toGa4Params(event));
    },
  };
}

/** Withdraws the consent: gtag.js, if it is loaded, sends nothing more, and its cookies are deleted. */
export function withdrawConsent(id: string): void {
  setDisabled(id, true);
  if (window.dataLayer) gtag("consent", "update", { analytics_storage: "denied" });
  const parts = location.hostname.split(".");
  for (const cookie of document.cookie.split("; ")) {
    const [name = ""] = cookie.split("=", 1);
    if (!/^_ga(_|$)/.test(name)) continue;
    // gtag.js sets its cookies for the highest domain that the browser allows.
    const domains = ["", ...parts.map((_, index) => `; domain=${parts.slice(index).join(".")}`)];
    for (const domain of domains) document.cookie = `${name}=; max-age=0; path=/${domain}`;
  }
}

/** Sets Google's own switch, which gtag.js reads before it sends anything. */
function setDisabled(id: string, isDisabled: boolean): void {
  Object.assign(window, { [`ga-disable-${id}`]: isDisabled });
}

/** The page fields of every event. They replace those that gtag.js would read from the page. */
function pageFields(previousPage: string | null): object {
  const { referrer, title } = document;
  return {
    page_location: scrubUrl(location.href),
    page_title: scrubText(title),
    page_referrer: previousPage ?? (referrer && scrubUrl(referrer)),
  };
}

/** Sends a command to gtag.js, which accepts only `arguments` objects and ignores arrays. */
function gtag(..._command: unknown[]): void {
  window.dataLayer ??= [];
  // oxlint-disable-next-line prefer-rest-params -- see above
  window.dataLayer.push(arguments);
}
