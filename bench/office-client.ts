/** The interval at which the shop samples its event loop delay. */
const SAMPLE_INTERVAL_MS = 10;

/** Requests pages and sends forms of the office, as a signed-in member of staff. */
export class OfficeClient {
  private readonly origin: string;
  private readonly cookie: string;

  constructor(port: number, cookie: string) {
    this.origin = `http://127.0.0.1:${port}`;
    this.cookie = cookie;
  }

  async get(path: string): Promise<string> {
    return (await fetch(this.origin + path, { headers: { Cookie: this.cookie } })).text();
  }

  /** Sends a form. Returns the path of the redirect, or `path` without one. */
  async post(path: string, body: FormData | URLSearchParams): Promise<string> {
    const headers = { Cookie: this.cookie, Origin: this.origin };
    const response = await fetch(this.origin + path, { method: "POST", headers, body, redirect: "manual" });
    const text = await response.text();
    const location = response.headers.get("location");
    if (!location && !response.ok) throw new Error(`${path} answered ${response.status}: ${text.slice(0, 200)}`);
    return location ?? path;
  }
}

/**
 * The 99th percentile of the event loop delay since the last call, in milliseconds. Node reports the time between
 * samples, so the interval is subtracted. Each call resets the measurement.
 */
export async function readAndResetEventLoopDelayMs(office: OfficeClient): Promise<number> {
  const metrics = await office.get("/metrics");
  return Number(/^nodejs_eventloop_lag_p99_seconds ([\d.e-]+)$/m.exec(metrics)![1]) * 1_000 - SAMPLE_INTERVAL_MS;
}
