import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { AwsClient } from "aws4fetch";
import { checkFileName, type Files, FilesUnavailable } from "./files.ts";

export interface S3Config {
  /** Without a slash at the end; the bucket is addressed by path, which every S3-compatible store understands. */
  endpoint: string;
  bucket: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** Where browsers reach the bucket's root, without a slash at the end; null: only the shop reads it. */
  publicUrl: string | null;
}

/** How long one try may take, in milliseconds: a shopper waits for a read, nobody for a write. */
const READ_TIMEOUT_MS = 3_000;
const WRITE_TIMEOUT_MS = 20_000;
const TRIES = 2;

interface Answer {
  status: number;
  body: Buffer;
}

/**
 * Files in a bucket of Amazon S3 or a store that speaks like it, below `folder/`. The key needs PutObject, GetObject and
 * ListBucket: without the last, S3 answers 403 instead of 404 for what is not there.
 */
export function s3Files(config: S3Config, folder: string): Files {
  const { accessKeyId, secretAccessKey, region } = config;
  // It would try ten times, and never after a lost connection: we do that ourselves.
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: "s3", retries: 0 });
  const pathOf = (name: string): string => {
    checkFileName(name);
    return `${folder}/${name}`;
  };

  const ask = async (method: "GET" | "HEAD" | "PUT", name: string, put?: Put): Promise<Answer> => {
    const url = `${config.endpoint}/${config.bucket}/${pathOf(name)}`;
    for (let attempt = 1; ; attempt++) {
      const signed = await client.sign(url, {
        method,
        headers: { ...put?.headers, "X-Amz-Content-Sha256": sha256(put?.body ?? "") },
        body: put?.body as BodyInit | undefined,
        redirect: "manual",
        signal: AbortSignal.timeout(put ? WRITE_TIMEOUT_MS : READ_TIMEOUT_MS),
      });
      const answer = await send(signed);
      if (!(answer instanceof Error) && answer.status < 500 && answer.status !== 429) return answer;
      if (attempt === TRIES) throw unavailable(config, answer);
      await sleep(100 + Math.random() * 200);
    }
  };

  return {
    async put(name, body, type) {
      const headers = { "Content-Type": type, "Cache-Control": "public, max-age=31536000, immutable" };
      const answer = await ask("PUT", name, { body, headers });
      if (answer.status !== 200) throw unavailable(config, answer);
    },
    async read(name) {
      const answer = await ask("GET", name);
      if (answer.status === 200) return answer.body;
      if (answer.status === 404 && errorCode(answer) !== "NoSuchBucket") return undefined;
      throw unavailable(config, answer);
    },
    async has(name) {
      const answer = await ask("HEAD", name);
      if (answer.status !== 200 && answer.status !== 404) throw unavailable(config, answer);
      return answer.status === 200;
    },
    publicUrl: (name) => config.publicUrl && `${config.publicUrl}/${pathOf(name)}`,
  };
}

interface Put {
  body: Buffer;
  headers: Record<string, string>;
}

async function send(request: Request): Promise<Answer | Error> {
  try {
    const response = await fetch(request);
    return { status: response.status, body: Buffer.from(await response.arrayBuffer()) };
  } catch (error) {
    return error as Error;
  }
}

function sha256(body: Buffer | string): string {
  return createHash("sha256").update(body).digest("hex");
}

/** What S3 calls the error, e.g. `SignatureDoesNotMatch`; an answer to HEAD has no body to say it in. */
function errorCode({ body }: Answer): string | undefined {
  return /<Code>(\w{1,60})<\/Code>/.exec(body.toString("utf8", 0, 2_000))?.[1];
}

function unavailable({ endpoint, bucket }: S3Config, answer: Answer | Error): FilesUnavailable {
  const place = `el almacén S3 ${endpoint} (${bucket})`;
  if (answer instanceof Error) return new FilesUnavailable(`No contesta ${place}.`, { cause: answer });
  const code = errorCode(answer);
  return new FilesUnavailable(`No se puede usar ${place}: respondió ${answer.status}${code ? ` ${code}` : ""}.`);
}
