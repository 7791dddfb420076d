import type { Grant } from "../src/domain/staff-permissions.ts";
import { newId } from "../src/server/db/new-id.ts";
import { transact } from "../src/server/db/transact.ts";
import { insertMember } from "../src/server/staff/queries.ts";
import { openStaffSession } from "../src/server/staff/staff-sessions.ts";
import type { BenchShop } from "./bench-shop.ts";
import { Connection } from "./connection.ts";
import { quantile } from "./figures.ts";
import { formatRequest } from "./request.ts";
import type { Row } from "./table.ts";

/** The budget for lists of 100,000 orders (decision 27). */
const BUDGET_MS = 300;
const WARM_UP_REQUEST_COUNT = 5;
const REQUEST_COUNT = 40;

/** Measures how long the office takes to answer with a complete page, over HTTP. */
export async function measureOfficePage(shop: BenchShop, label: string, path: string, cookie: string): Promise<Row> {
  const connection = await Connection.open(shop.port);
  const latenciesMs: number[] = [];
  let failedCount = 0;
  try {
    for (let n = 0; n < WARM_UP_REQUEST_COUNT + REQUEST_COUNT; n++) {
      const startedAt = performance.now();
      const { status } = await connection.send(formatRequest("GET", path, { cookie }));
      if (n < WARM_UP_REQUEST_COUNT) continue;
      latenciesMs.push(performance.now() - startedAt);
      if (status !== 200) failedCount++;
    }
  } finally {
    connection.close();
  }
  const p95 = quantile(latenciesMs, 0.95);
  return {
    label,
    measured: `p50 ${quantile(latenciesMs, 0.5).toFixed(0)} ms, p95 ${p95.toFixed(0)} ms`,
    budget: `p95 ≤ ${BUDGET_MS} ms`,
    isMet: failedCount === 0 && p95 <= BUDGET_MS,
  };
}

/** Creates a member of staff with this role, and a session of theirs. Returns the session's cookie. */
export async function signInNewMember(shop: BenchShop, grant: Grant): Promise<string> {
  const id = newId();
  const member = { id, name: "Medida", email: `medida-${id}@ejemplo.mx`, passwordHash: "none", grants: [grant] };
  const device = { ip: "127.0.0.1", userAgent: "bench" };
  return transact(shop.db, async (tx) => {
    await insertMember(tx, member);
    return `panel=${await openStaffSession(tx, id, device, false)}`;
  });
}
