import { argon2, randomBytes, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";
import { ServiceUnavailable } from "../../domain/service-unavailable.ts";

const argon2Async = promisify(argon2);

/** OWASP's second profile for Argon2id (Password Storage Cheat Sheet): 19 MiB, two passes, one lane. */
const PROFILE = { memory: 19_456, passes: 2, parallelism: 1 };
const TAG_BYTES = 32;

/**
 * A hash of no password. An unknown user's password is verified against it, so that the refusal takes as long as for a
 * known user. It has the same profile as real hashes, otherwise the time would differ.
 */
const DUMMY_HASH = `$argon2id$v=19$m=${PROFILE.memory},t=${PROFILE.passes},p=${PROFILE.parallelism}$${"A".repeat(22)}$${"A".repeat(43)}`;

const MAX_CONCURRENT_HASHES = 2;
const MAX_QUEUED_HASHES = 20;

/** Thrown if too many passwords wait to be hashed. Answered as 503. */
export class PasswordHasherBusy extends ServiceUnavailable {
  override name = "PasswordsBusy";
}

/** Hashes passwords, at most two at a time: more would exhaust memory and cores. */
export class PasswordHasher {
  private runningCount = 0;
  private readonly queue: (() => void)[] = [];

  /** A PHC string: `$argon2id$v=19$m=…,t=…,p=…$salt$hash`. */
  async hash(password: string): Promise<string> {
    const nonce = randomBytes(16);
    const tag = await this.derive(password, nonce, PROFILE);
    const { memory, passes, parallelism } = PROFILE;
    return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${base64(nonce)}$${base64(tag)}`;
  }

  /** Whether this is the password of that hash. Without a hash it takes as long and returns false. */
  async verify(password: string, storedHash: string | null): Promise<boolean> {
    const hash = storedHash ?? DUMMY_HASH;
    const match = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/.exec(hash);
    if (!match) return false;
    const [, memory, passes, parallelism, nonce, tag] = match;
    const profile = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) };
    const derivedTag = await this.derive(password, Buffer.from(nonce!, "base64"), profile);
    return timingSafeEqual(derivedTag, Buffer.from(tag!, "base64")) && storedHash !== null;
  }

  /**
   * Whether a hash was created with other parameters than the current ones. It is replaced at the next successful
   * sign-in.
   */
  isOutdated(hash: string): boolean {
    const { memory, passes, parallelism } = PROFILE;
    return !hash.startsWith(`$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$`);
  }

  private async derive(password: string, nonce: Buffer, profile: typeof PROFILE): Promise<Buffer> {
    if (this.runningCount >= MAX_CONCURRENT_HASHES) {
      if (this.queue.length >= MAX_QUEUED_HASHES) throw new PasswordHasherBusy();
      await new Promise<void>((next) => this.queue.push(next));
    } else this.runningCount++;
    try {
      return await argon2Async("argon2id", { message: password, nonce, tagLength: TAG_BYTES, ...profile });
    } finally {
      // The longest waiting call takes over this slot directly, so that a new call cannot overtake it.
      const next = this.queue.shift();
      if (next) next();
      else this.runningCount--;
    }
  }
}

function base64(bytes: Buffer): string {
  return bytes.toString("base64").replace(/=+$/, "");
}
