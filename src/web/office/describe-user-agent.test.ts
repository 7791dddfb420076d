import { expect, test } from "vitest";
import { describeUserAgent } from "./describe-user-agent.ts";

const IPHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)";
const WINDOWS = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0";

test.each([
  [`${IPHONE} Version/18.5 Mobile/15E148 Safari/604.1`, "Safari en iPhone"],
  [`${IPHONE} CriOS/138.0.7204.53 Mobile/15E148 Safari/604.1`, "Chrome en iPhone"],
  [`${IPHONE} FxiOS/140.0 Mobile/15E148 Safari/605.1.15`, "Firefox en iPhone"],
  [`${IPHONE} Version/18.5 EdgiOS/138.0.3351.65 Mobile/15E148 Safari/604.1`, "Edge en iPhone"],
  [`${WINDOWS} Safari/537.36`, "Chrome en Windows"],
  [`${WINDOWS} Safari/537.36 Edg/138.0.0.0`, "Edge en Windows"],
  [`${WINDOWS} Safari/537.36 OPR/122.0.0.0`, "Opera en Windows"],
  ["Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0", "Firefox en Android"],
  ["curl/8.14.1", "Otro navegador"],
])("%s is described as %s", (userAgent, name) => expect(describeUserAgent(userAgent)).toBe(name));
