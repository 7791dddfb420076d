import { refuse, type Refusal } from "../../domain/refusal.ts";
import type { Db } from "../db/connect.ts";
import { QUEUE_TIMEOUT_MS, Batcher } from "../db/batcher.ts";
import type { FailedAttemptLimiter } from "../limits/failed-attempt-limiter.ts";
import { tooManyTries, type TooManyTries } from "../sessions/too-many-tries.ts";
import { listCodes, type CodeRow, type Presale } from "./queries.ts";

/** What a code opens while it is not revoked. It is checked again on every call (rule PRESALE-2). */
export interface Access {
  code: string;
  presale: Presale;
  /** Pieces ordered with it so far that have to be made. */
  madeToOrder: number;
  /** A waiting room is on: taking pieces needs a grant, and nothing is made to order. */
  hasRoom: boolean;
}

/** What is asked of the code: to show and buy, or to come in and wait, which may be before the presale opens. */
export type Asked = "shop" | "room";

export type CodeRefusal = Refusal<"code_missing" | "code_invalid" | "code_over" | "presale_early"> | TooManyTries;

/** Of a call that brought no code at all. */
export const NO_CODE: CodeRefusal = refuse("code_missing");

const MAX_KNOWN = 20_000;

/**
 * Judges access codes, wherever they come: at the door or as `X-CODE`. A code that nobody made is a guess and is slowed
 * by address, for all processes together (decision 13), so that short codes cannot be tried out. One that was made is no
 * guess, be it early, used or revoked; and an address that has shown it to this process once is not made to wait with a
 * guesser behind the same network.
 */
export class AccessCodeVerifier {
  private readonly known = new Set<string>();
  private readonly queues = new Map<string, Promise<unknown>>();
  private readonly asking: Batcher<string, CodeRow | undefined>;
  private readonly guesses: Pick<FailedAttemptLimiter, "take" | "waitOf">;

  constructor(db: Db, guesses: Pick<FailedAttemptLimiter, "take" | "waitOf">) {
    this.asking = new Batcher((codes) => findCodes(db, codes), { queueTimeoutMs: QUEUE_TIMEOUT_MS });
    this.guesses = guesses;
  }

  async judge(typed: string, address: string, asked: Asked = "shop"): Promise<Access | CodeRefusal> {
    const code = typed.toWellFormed().trim().toUpperCase();
    const found = this.known.has(`${address} ${code}`) ? await this.asking.ask(code) : undefined;
    if (found) return verdict(found, asked);
    return this.inTurn(address, () => this.judgeStranger(code, address, asked));
  }

  private async judgeStranger(code: string, address: string, asked: Asked): Promise<Access | CodeRefusal> {
    const guess = { secret: "access code" as const, of: code, address };
    const [found, wait] = await Promise.all([this.asking.ask(code), this.guesses.waitOf(guess)]);
    if (wait !== null) return tooManyTries(wait);
    if (found) {
      this.remember(`${address} ${code}`);
      return verdict(found, asked);
    }
    const tooLate = await this.guesses.take(guess);
    return tooLate === null ? refuse("code_invalid") : tooManyTries(tooLate);
  }

  /** One code after the other for each address: many at once are no way around the wait that the first ones make. */
  private async inTurn<T>(address: string, work: () => Promise<T>): Promise<T> {
    const before = this.queues.get(address) ?? Promise.resolve();
    const mine = before.then(work, work);
    this.queues.set(address, mine);
    try {
      return await mine;
    } finally {
      if (this.queues.get(address) === mine) this.queues.delete(address);
    }
  }

  private remember(visitor: string): void {
    this.known.add(visitor);
    if (this.known.size > MAX_KNOWN) this.known.delete(this.known.values().next().value!);
  }
}

async function findCodes(db: Db, codes: readonly string[]): Promise<(CodeRow | undefined)[]> {
  const rows = await listCodes(db, [...new Set(codes)]);
  const byCode = new Map(rows.map((row) => [row.code, row]));
  return codes.map((code) => byCode.get(code));
}

function verdict(found: CodeRow, asked: Asked): Access | CodeRefusal {
  const { code, presale, madeToOrder, hasRoom } = found;
  if (!found.isGood || found.isOver) return refuse("code_over");
  const isTooEarly = found.isEarly && !(asked === "room" && found.isRoomOpen);
  return isTooEarly ? refuse("presale_early") : { code, presale, madeToOrder, hasRoom };
}
