import { createHash, createHmac } from "node:crypto";
import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

const REGION = "us-east-1";
const BUCKET_NAME = "fotos";
const ACCESS_KEY_ID = "PRUEBA";
const SECRET = "secreto/de+prueba";

export interface TestBucket {
  /** The environment variables that make the shop use this bucket. */
  env: Record<string, string>;
  objects: Map<string, { body: Buffer; headers: IncomingHttpHeaders; lastModified: Date }>;
  /** The number of requests received so far. */
  countRequests(): number;
  /** Failures for the next requests. */
  failNext(...failures: ("500" | "503" | "cut" | "hang")[]): void;
  close(): Promise<void>;
}

/**
 * A server with one bucket and S3's API on the loopback interface. It computes each request's signature from Amazon's
 * description of Signature Version 4, not with a library, and refuses a wrong signature like Amazon does.
 */
export async function openTestBucket(): Promise<TestBucket> {
  const objects: TestBucket["objects"] = new Map();
  const failures: string[] = [];
  let requestCount = 0;
  const server = createServer((req, res) => {
    const chunks: Buffer[] = [];
    req.on("data", (chunk: Buffer) => chunks.push(chunk));
    req.on("end", () => {
      requestCount++;
      const failure = failures.shift();
      if (failure === "hang") return;
      if (failure === "cut") return void res.destroy();
      if (failure) return sendError(res, Number(failure), "InternalError");
      const request = { method: req.method!, url: req.url!, headers: req.headers, body: Buffer.concat(chunks) };
      const signatureError = checkSignature(request);
      if (signatureError) return sendError(res, 403, signatureError);
      const [pathname = "", query] = request.url.split("?", 2);
      const [, bucket, ...keySegments] = pathname.split("/");
      if (bucket !== BUCKET_NAME) return sendError(res, 404, "NoSuchBucket");
      if (keySegments.join("/") === "" && query !== undefined)
        return listObjects(res, objects, new URLSearchParams(query));
      respond(res, objects, keySegments.join("/"), request);
    });
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const env = {
    S3_ENDPOINT: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    S3_BUCKET: BUCKET_NAME,
    S3_REGION: REGION,
    S3_ACCESS_KEY_ID: ACCESS_KEY_ID,
    S3_SECRET_ACCESS_KEY: SECRET,
  };
  return {
    env,
    objects,
    countRequests: () => requestCount,
    failNext: (...next) => void failures.push(...next),
    close: () => {
      server.closeAllConnections();
      return new Promise((closed) => server.close(() => closed()));
    },
  };
}

export interface SignedRequest {
  method: string;
  /** Path and query as on the wire. */
  url: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

function respond(res: ServerResponse, objects: TestBucket["objects"], key: string, request: SignedRequest): void {
  if (request.method === "PUT") {
    objects.set(key, { body: request.body, headers: request.headers, lastModified: new Date() });
    return void res.writeHead(200).end();
  }
  if (request.method === "DELETE") {
    // Like S3: deleting a missing object is no error.
    objects.delete(key);
    return void res.writeHead(204).end();
  }
  const object = objects.get(key);
  if (!object) return sendError(res, 404, "NoSuchKey");
  res.writeHead(200, { "Content-Type": object.headers["content-type"], "Content-Length": object.body.byteLength });
  res.end(request.method === "HEAD" ? undefined : object.body);
}

/** ListObjectsV2, two per page: docs.aws.amazon.com/AmazonS3/latest/API/API_ListObjectsV2.html. */
function listObjects(res: ServerResponse, objects: TestBucket["objects"], query: URLSearchParams): void {
  const after = query.get("continuation-token") ?? "";
  const keys = [...objects.keys()].filter((key) => key.startsWith(query.get("prefix") ?? "") && key > after).sort();
  const page = keys.slice(0, 2);
  const contents = page.map(
    (key) =>
      `<Contents><Key>${key}</Key><LastModified>${objects.get(key)!.lastModified.toISOString()}</LastModified><Size>1</Size></Contents>`,
  );
  const isTruncated = keys.length > page.length;
  const next = isTruncated ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : "";
  res.writeHead(200, { "Content-Type": "application/xml" });
  res.end(
    `<?xml version="1.0" encoding="UTF-8"?>\n<ListBucketResult><IsTruncated>${isTruncated}</IsTruncated>${next}${contents.join("")}</ListBucketResult>`,
  );
}

function sendError(res: ServerResponse, status: number, code: string): void {
  res.writeHead(status, { "Content-Type": "application/xml" });
  res.end(`<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code></Error>`);
}

function checkSignature(request: SignedRequest): string | undefined {
  const { headers, body } = request;
  const [, keyId, , signedHeaders = "", signature] =
    /^AWS4-HMAC-SHA256 Credential=(.+?)\/(.+), SignedHeaders=(.+), Signature=(\w{64})$/.exec(
      headers.authorization ?? "",
    ) ?? [];
  if (keyId !== ACCESS_KEY_ID) return "InvalidAccessKeyId";
  if (!["host", "x-amz-content-sha256", "x-amz-date"].every((name) => signedHeaders.split(";").includes(name))) {
    return "AccessDenied";
  }
  if (headers["x-amz-content-sha256"] !== sha256(body)) return "XAmzContentSHA256Mismatch";
  const signedAt = String(headers["x-amz-date"]).replace(
    /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/,
    "$1-$2-$3T$4:$5:$6Z",
  );
  if (!(Math.abs(Date.parse(signedAt) - Date.now()) < 15 * 60_000)) return "RequestTimeTooSkewed";
  if (signature !== signatureOf(request, signedHeaders.split(";"), SECRET, REGION)) return "SignatureDoesNotMatch";
  return undefined;
}

/** Signature Version 4 of a request to S3 (docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html). */
export function signatureOf(request: SignedRequest, signedHeaders: string[], secret: string, region: string): string {
  const { method, url, headers } = request;
  const [path = "/", query = ""] = url.split("?");
  const instant = String(headers["x-amz-date"]);
  const day = instant.slice(0, 8);
  const canonicalRequest = [
    method,
    path,
    query.split("&").sort().join("&"),
    ...signedHeaders.map((name) => `${name}:${String(headers[name]).trim()}`),
    "",
    signedHeaders.join(";"),
    String(headers["x-amz-content-sha256"]),
  ].join("\n");
  const stringToSign = ["AWS4-HMAC-SHA256", instant, `${day}/${region}/s3/aws4_request`, sha256(canonicalRequest)].join(
    "\n",
  );
  const signingKey = [day, region, "s3", "aws4_request"].reduce<Buffer | string>(hmac, `AWS4${secret}`);
  return hmac(signingKey, stringToSign).toString("hex");
}

function hmac(key: Buffer | string, text: string): Buffer {
  return createHmac("sha256", key).update(text).digest();
}

function sha256(body: Buffer | string): string {
  return createHash("sha256").update(body).digest("hex");
}
