import type pg from "pg";
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from "rate-limiter-flexible";

/**
 * Calls of one IP address in all processes together: number and period in seconds. The numbers are multiplied by
 * RATE_LIMIT_SCALE.
 */
const LIMITS = {
  /** Each call sends an email. */
  forgotPassword: { calls: 10, seconds: 3_600 },
  joinWaitingList: { calls: 20, seconds: 3_600 },
  resetPassword: { calls: 20, seconds: 3_600 },
  /** Signing up reveals whether a user name is taken (rule CUSTOMER-8), so the number of attempts is limited. */
  signUp: { calls: 30, seconds: 60 },
  findCustomer: { calls: 30, seconds: 60 },
  createReview: { calls: 10, seconds: 3_600 },
  /** Each review requires a product that the customer received. */
  createProductReview: { calls: 60, seconds: 3_600 },
  /** Encoding a picture takes seconds. */
  uploadReviewPicture: { calls: 30, seconds: 600 },
  claimOrder: { calls: 30, seconds: 60 },
  /** Each call calls the payment provider, which has its own limits. */
  askProvider: { calls: 60, seconds: 60 },
  /** Receipts of transfers and pictures of returns. */
  uploadPrivateFile: { calls: 20, seconds: 600 },
  /** Each call sends an email to a mailbox that may belong to another person. */
  mailboxCodePerIp: { calls: 30, seconds: 3_600 },
  /** The same calls as `mailboxCodePerIp`, counted per mailbox. */
  mailboxCodePerMailbox: { calls: 5, seconds: 86_400 },
} as const;

export type SharedLimitName = keyof typeof LIMITS;

/**
 * Limits that all processes share in the database, for calls that are rare for a legitimate visitor, so that an
 * additional round trip does not matter. While the database is unavailable, each process counts for itself.
 */
export class SharedLimits {
  private readonly limiters: Map<SharedLimitName, RateLimiterPostgres>;

  constructor(pool: pg.Pool, scale: number) {
    this.limiters = new Map(
      Object.entries(LIMITS).map(([name, { calls, seconds }]) => {
        const bounds = { keyPrefix: name, points: Math.ceil(calls * scale), duration: seconds };
        const limiter = new RateLimiterPostgres({
          ...bounds,
          storeClient: { query: (query: pg.QueryConfig) => pool.query(query) },
          storeType: "pool",
          tableName: "rate_limits",
          tableCreated: true,
          clearExpiredByTimeout: false,
          insuranceLimiter: new RateLimiterMemory(bounds),
        });
        return [name as SharedLimitName, limiter];
      }),
    );
  }

  /**
   * Counts a call of this IP address, or for `mailboxCodePerMailbox` of this mailbox. Returns null, or the number of
   * seconds to wait.
   */
  async recordCall(name: SharedLimitName, ipOrMailbox: string): Promise<number | null> {
    try {
      await this.limiters.get(name)!.consume(ipOrMailbox);
      return null;
    } catch (rejection) {
      if (!(rejection instanceof RateLimiterRes)) throw rejection;
      return Math.max(1, Math.ceil(rejection.msBeforeNext / 1_000));
    }
  }
}
