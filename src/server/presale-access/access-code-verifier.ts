import { refuse, type Refusal } from "../../domain/refusal.ts";
import type { Db } from "../db/connect.ts";
import { QUEUE_TIMEOUT_MS, Batcher } from "../db/batcher.ts";
import type { FailedAttemptLimiter } from "../limits/failed-attempt-limiter.ts";
import { tooManyAttempts, type TooManyAttempts } from "../sessions/too-many-attempts.ts";
import { listAccessCodeRows, type AccessCodeRow, type Presale } from "./queries.ts";

/** What a valid code allows. The code is verified on every call (rule PRESALE-2). */
export interface PresaleAccess {
  code: string;
  presale: Presale;
  /** Made-to-order pieces ordered with the code so far. */
  madeToOrderPieces: number;
  /** Whether the presale has a waiting room. Then adding pieces needs a grant, and nothing is made to order. */
  hasWaitingRoom: boolean;
}

/** What the code is used for: to browse and buy, or to join the waiting room, which may open before the presale. */
export type CodePurpose = "buy" | "room";

export type AccessCodeRefusal =
  | Refusal<"code_missing" | "code_invalid" | "code_over" | "presale_early">
  | TooManyAttempts;

/** The refusal of a call without a code. */
export const CODE_MISSING: AccessCodeRefusal = refuse("code_missing");

const MAX_ACCEPTED_PAIRS = 20_000;

/**
 * Verifies access codes, from the access code page or the `X-CODE` header. A code that does not exist counts as a
 * failed attempt. After too many failed attempts the IP address must wait, in all processes (decision 13), so that
 * short codes cannot be found by trial. A code that exists is no failed attempt, even if it is early, used or revoked.
 * Each process stores the last 20,000 pairs of an IP address and a code that exists. Such a code is accepted from that
 * IP address even while other clients behind it make failed attempts.
 */
export class AccessCodeVerifier {
  private readonly acceptedPairs = new Set<string>();
  private readonly lastVerifications = new Map<string, Promise<unknown>>();
  private readonly lookups: Batcher<string, AccessCodeRow | undefined>;
  private readonly failedAttempts: Pick<FailedAttemptLimiter, "recordAttempt" | "waitSecondsOf">;

  constructor(db: Db, failedAttempts: Pick<FailedAttemptLimiter, "recordAttempt" | "waitSecondsOf">) {
    this.lookups = new Batcher((codes) => findCodes(db, codes), { queueTimeoutMs: QUEUE_TIMEOUT_MS });
    this.failedAttempts = failedAttempts;
  }

  async verify(input: string, ip: string, purpose: CodePurpose = "buy"): Promise<PresaleAccess | AccessCodeRefusal> {
    const code = input.toWellFormed().trim().toUpperCase();
    const row = this.acceptedPairs.has(`${ip} ${code}`) ? await this.lookups.run(code) : undefined;
    if (row) return checkCode(row, purpose);
    return this.runInTurn(ip, () => this.verifyFirstUse(code, ip, purpose));
  }

  private async verifyFirstUse(
    code: string,
    ip: string,
    purpose: CodePurpose,
  ): Promise<PresaleAccess | AccessCodeRefusal> {
    const attempt = { secretKind: "access code" as const, account: code, ip };
    const [row, waitSeconds] = await Promise.all([this.lookups.run(code), this.failedAttempts.waitSecondsOf(attempt)]);
    if (waitSeconds !== null) return tooManyAttempts(waitSeconds);
    if (row) {
      this.addAcceptedPair(`${ip} ${code}`);
      return checkCode(row, purpose);
    }
    const waitSecondsAfterwards = await this.failedAttempts.recordAttempt(attempt);
    return waitSecondsAfterwards === null ? refuse("code_invalid") : tooManyAttempts(waitSecondsAfterwards);
  }

  /**
   * Verifies one code after the other for each IP address, so that concurrent calls do not avoid the wait that the
   * first ones cause.
   */
  private async runInTurn<T>(ip: string, work: () => Promise<T>): Promise<T> {
    const previousVerification = this.lastVerifications.get(ip) ?? Promise.resolve();
    const result = previousVerification.then(work, work);
    this.lastVerifications.set(ip, result);
    try {
      return await result;
    } finally {
      if (this.lastVerifications.get(ip) === result) this.lastVerifications.delete(ip);
    }
  }

  private addAcceptedPair(ipAndCode: string): void {
    this.acceptedPairs.add(ipAndCode);
    if (this.acceptedPairs.size > MAX_ACCEPTED_PAIRS)
      this.acceptedPairs.delete(this.acceptedPairs.values().next().value!);
  }
}

async function findCodes(db: Db, codes: readonly string[]): Promise<(AccessCodeRow | undefined)[]> {
  const rows = await listAccessCodeRows(db, [...new Set(codes)]);
  const rowsByCode = new Map(rows.map((row) => [row.code, row]));
  return codes.map((code) => rowsByCode.get(code));
}

function checkCode(row: AccessCodeRow, purpose: CodePurpose): PresaleAccess | AccessCodeRefusal {
  const { code, presale, madeToOrderPieces, hasWaitingRoom } = row;
  if (!row.isUsable || row.isOver) return refuse("code_over");
  const isTooEarly = row.isEarly && !(purpose === "room" && row.isRoomOpen);
  return isTooEarly ? refuse("presale_early") : { code, presale, madeToOrderPieces, hasWaitingRoom };
}
