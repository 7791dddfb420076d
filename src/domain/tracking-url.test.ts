import { expect, test } from "vitest";
import { isTrackingTemplate, TRACKING_TEMPLATES, trackingUrl } from "./tracking-url.ts";

test.each(Object.entries(TRACKING_TEMPLATES))("the template of %s is valid", (_, template) => {
  expect(isTrackingTemplate(template)).toBe(true);
  expect(new URL(trackingUrl(template, "MX 1/2?&#")!).href).toContain("MX%201%2F2%3F%26%23");
});

test.each([
  ["http://rastreo.mx/{guide}", "no https"],
  ["https://rastreo.mx/", "no placeholder for the number"],
  ["https://{guide}.rastreo.mx/", "the number would choose the host"],
  ["https://rastreo.mx@malo.mx/{guide}", "a misleading host"],
  ["https://usuario:clave@rastreo.mx/{guide}", "with a password"],
  ["https://rastreo.mx:8443/{guide}", "with a port"],
  ["https://localhost/{guide}", "not a public host"],
  ["javascript:alert('{guide}')", "a script"],
  [" https://rastreo.mx/{guide}", "with a leading blank"],
  ["{guide}", "not a URL"],
])("%j is not a tracking template: %s", (template) => {
  expect(isTrackingTemplate(template)).toBe(false);
  expect(trackingUrl(template, "MX1")).toBeNull();
});

test("without a carrier's page or a number there is no link", () => {
  expect(trackingUrl(null, "MX1")).toBeNull();
  expect(trackingUrl(TRACKING_TEMPLATES.DHL!, null)).toBeNull();
});
