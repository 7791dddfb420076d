import { execFile } from "node:child_process";
import { promisify } from "node:util";

/** npx fetches it when it is used: with 176 MB it is too large for a dependency (decision 7). */
const LIGHTHOUSE = "lighthouse@13.5.0";
const CATEGORIES = ["performance", "accessibility", "best-practices", "seo"] as const;
const CHROME_FLAGS = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

export type Category = (typeof CATEGORIES)[number];

/** The result of one run, which simulates a mid-range phone on slow 4G. */
export interface LighthouseRun {
  /** 0 to 100. */
  scores: Record<Category, number>;
  lcpMs: number;
  cls: number;
  tbtMs: number;
  /**
   * Lighthouse's benchmark index of the machine at that moment: below 1200 the figures depend more on the machine than
   * on the page.
   */
  benchmarkIndex: number;
  /** The ids of the audits with a score of 0 that count for a category other than performance. */
  failedAudits: string[];
}

interface Report {
  categories: Record<Category, { score: number | null; auditRefs: { id: string; weight: number }[] }>;
  audits: Record<string, { score: number | null; numericValue?: number }>;
  environment: { benchmarkIndex: number };
}

export async function runLighthouse(url: string, executablePath: string): Promise<LighthouseRun> {
  const { stdout } = await promisify(execFile)(
    "npx",
    [
      "--yes",
      LIGHTHOUSE,
      url,
      "--quiet",
      "--output=json",
      "--output-path=stdout",
      "--no-enable-error-reporting",
      `--only-categories=${CATEGORIES.join(",")}`,
      `--chrome-flags=${CHROME_FLAGS.join(" ")}`,
    ],
    { env: { ...process.env, CHROME_PATH: executablePath }, maxBuffer: 64 * 1024 * 1024, timeout: 180_000 },
  );
  return readReport(JSON.parse(stdout) as Report);
}

function readReport({ categories, audits, environment }: Report): LighthouseRun {
  const numericValueOf = (id: string): number => audits[id]?.numericValue ?? Number.NaN;
  const scores = Object.fromEntries(CATEGORIES.map((name) => [name, Math.round((categories[name].score ?? 0) * 100)]));
  const failedAudits = CATEGORIES.filter((name) => name !== "performance").flatMap((name) =>
    categories[name].auditRefs.filter(({ id, weight }) => weight > 0 && audits[id]?.score === 0).map(({ id }) => id),
  );
  return {
    scores: scores as Record<Category, number>,
    lcpMs: numericValueOf("largest-contentful-paint"),
    cls: numericValueOf("cumulative-layout-shift"),
    tbtMs: numericValueOf("total-blocking-time"),
    benchmarkIndex: environment.benchmarkIndex,
    failedAudits,
  };
}
