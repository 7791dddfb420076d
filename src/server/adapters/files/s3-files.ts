import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { AwsClient } from "aws4fetch";
import { checkFileName, type Files, FilesUnavailable, isFileName, type StoredFile } from "./files.ts";

export interface S3Config {
  /** Without a slash at the end. The bucket is addressed by path, which every S3-compatible store supports. */
  endpoint: string;
  bucket: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** The bucket's public root URL, without a slash at the end. Null if only the shop can read the bucket. */
  publicUrl: string | null;
}

/** Timeout of one attempt, except of a PUT. It is short, because a customer may wait for a read. */
const READ_TIMEOUT_MS = 3_000;
/** Timeout of one attempt of a PUT. */
const WRITE_TIMEOUT_MS = 20_000;
const MAX_ATTEMPTS = 2;

interface Answer {
  status: number;
  body: Buffer;
}

/**
 * Files in a bucket of Amazon S3 or a compatible store, below `folder/`. The access key needs PutObject, GetObject,
 * DeleteObject and ListBucket: without the last, S3 answers 403 instead of 404 for a missing file. `timeoutMs` is for
 * large files, for which no customer waits.
 */
export function s3Files(config: S3Config, folder: string, { timeoutMs }: { timeoutMs?: number } = {}): Files {
  const { accessKeyId, secretAccessKey, region } = config;
  // The client's own retries are disabled: it would retry ten times, but never after a lost connection.
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: "s3", retries: 0 });
  const pathOf = (name: string): string => {
    checkFileName(name);
    return `${folder}/${name}`;
  };

  const requestFile = (method: Method, name: string, content?: PutContent): Promise<Answer> =>
    request(method, pathOf(name), content);

  const request = async (method: Method, target: string, content?: PutContent): Promise<Answer> => {
    const url = `${config.endpoint}/${config.bucket}/${target}`;
    for (let attempt = 1; ; attempt++) {
      const signedRequest = await client.sign(url, {
        method,
        headers: { ...content?.headers, "X-Amz-Content-Sha256": sha256(content?.body ?? "") },
        body: content?.body as BodyInit | undefined,
        redirect: "manual",
        signal: AbortSignal.timeout(timeoutMs ?? (content ? WRITE_TIMEOUT_MS : READ_TIMEOUT_MS)),
      });
      const answer = await send(signedRequest);
      if (!(answer instanceof Error) && answer.status < 500 && answer.status !== 429) return answer;
      if (attempt === MAX_ATTEMPTS) throw toFilesUnavailable(config, answer);
      await sleep(100 + Math.random() * 200);
    }
  };

  return {
    async put(name, body, mediaType) {
      const headers = { "Content-Type": mediaType, "Cache-Control": "public, max-age=31536000, immutable" };
      const answer = await requestFile("PUT", name, { body, headers });
      if (answer.status !== 200) throw toFilesUnavailable(config, answer);
    },
    async read(name) {
      const answer = await requestFile("GET", name);
      if (answer.status === 200) return answer.body;
      if (answer.status === 404 && errorCode(answer) !== "NoSuchBucket") return undefined;
      throw toFilesUnavailable(config, answer);
    },
    async has(name) {
      const answer = await requestFile("HEAD", name);
      if (answer.status !== 200 && answer.status !== 404) throw toFilesUnavailable(config, answer);
      return answer.status === 200;
    },
    async remove(name) {
      const answer = await requestFile("DELETE", name);
      if (answer.status !== 204 && answer.status !== 200) throw toFilesUnavailable(config, answer);
    },
    async *list() {
      let page: Page = { files: [], nextToken: null };
      do {
        const query = new URLSearchParams({ "list-type": "2", prefix: `${folder}/` });
        if (page.nextToken !== null) query.set("continuation-token", page.nextToken);
        // Spaces are encoded in the way in which S3 computes the signature.
        const answer = await request("GET", `?${query.toString().replaceAll("+", "%20")}`);
        if (answer.status !== 200) throw toFilesUnavailable(config, answer);
        page = readPage(answer.body.toString("utf8"), `${folder}/`);
        yield* page.files;
      } while (page.nextToken !== null);
    },
    publicUrl: (name) => config.publicUrl && `${config.publicUrl}/${pathOf(name)}`,
  };
}

type Method = "GET" | "HEAD" | "PUT" | "DELETE";

interface Page {
  files: StoredFile[];
  /** The token of the next page. Null after the last page. */
  nextToken: string | null;
}

/** Parses a page of ListObjectsV2. Names in another format are skipped, so no XML entity can be in the result. */
function readPage(xml: string, prefix: string): Page {
  const files = [...xml.matchAll(/<Contents>(.*?)<\/Contents>/gs)].flatMap(([, contentsXml = ""]) => {
    const [, key = ""] = /<Key>([^<]*)<\/Key>/.exec(contentsXml) ?? [];
    const [, at = ""] = /<LastModified>([^<]*)<\/LastModified>/.exec(contentsXml) ?? [];
    const name = key.slice(prefix.length);
    return key.startsWith(prefix) && isFileName(name) ? [{ name, storedAt: new Date(at) }] : [];
  });
  const [, token] = /<NextContinuationToken>([^<]*)<\/NextContinuationToken>/.exec(xml) ?? [];
  const isLast = !/<IsTruncated>true<\/IsTruncated>/.test(xml);
  return { files, nextToken: isLast || token === undefined ? null : unescapeXml(token) };
}

function unescapeXml(text: string): string {
  const characters: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };
  return text.replaceAll(/&(amp|lt|gt|quot|apos);/g, (_, name: string) => characters[name]!);
}

interface PutContent {
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

/** S3's error code, e.g. `SignatureDoesNotMatch`. An answer to HEAD has no body and thus no code. */
function errorCode({ body }: Answer): string | undefined {
  return /<Code>(\w{1,60})<\/Code>/.exec(body.toString("utf8", 0, 2_000))?.[1];
}

function toFilesUnavailable({ endpoint, bucket }: S3Config, answer: Answer | Error): FilesUnavailable {
  const storeName = `el almacén S3 ${endpoint} (${bucket})`;
  if (answer instanceof Error) return new FilesUnavailable(`No contesta ${storeName}.`, { cause: answer });
  const code = errorCode(answer);
  return new FilesUnavailable(`No se puede usar ${storeName}: respondió ${answer.status}${code ? ` ${code}` : ""}.`);
}
