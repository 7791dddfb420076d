import { execFileSync, spawn, spawnSync, type ChildProcess } from "node:child_process";
import { createHash, X509Certificate } from "node:crypto";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { request } from "node:https";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { runInProcess } from "../../src/cli/testing/run-in-process.ts";
import { findFreePort } from "../../src/server/testing/find-free-port.ts";

export const HOST = "tienda.test";
export const BRANCH_HOST = "norte.tienda.test";
const SANDBOX_TOKEN = "sandbox-token-of-the-live-tests";

/** Whether this machine has nginx and openssl, which the live shop of the tests needs. */
export function hasLiveTools(): boolean {
  return [
    ["nginx", "-v"],
    ["openssl", "version"],
  ].every(([tool, flag]) => spawnSync(tool!, [flag!]).status === 0);
}

/** Makes a folder with a self-signed certificate for both hosts. */
export function makeCertificateFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), "escaparate-live-"));
  const subject = ["-subj", `/CN=${HOST}`, "-addext", `subjectAltName=DNS:${HOST},DNS:${BRANCH_HOST}`];
  const keyOptions = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"];
  const files = ["-keyout", path.join(folder, "key.pem"), "-out", path.join(folder, "cert.pem")];
  execFileSync("openssl", ["req", "-x509", "-days", "2", ...keyOptions, ...subject, ...files], { stdio: "ignore" });
  return folder;
}

/**
 * The arguments with which Chromium resolves both hosts to this machine and trusts the certificate. Without a trusted
 * certificate the browser refuses passkeys.
 */
export function liveBrowserArguments(folder: string): string[] {
  const { publicKey } = new X509Certificate(readFileSync(path.join(folder, "cert.pem")));
  const hash = createHash("sha256")
    .update(publicKey.export({ type: "spki", format: "der" }))
    .digest("base64");
  return [
    `--ignore-certificate-errors-spki-list=${hash}`,
    `--host-resolver-rules=MAP ${HOST} 127.0.0.1, MAP ${BRANCH_HOST} 127.0.0.1`,
  ];
}

interface TextResponse {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
}

/**
 * A new, empty shop in live mode, behind nginx with TLS, as docs/deploy.md sets one up. The configuration of nginx is a
 * short one of its own, not that in deploy/.
 */
export class LiveShop {
  readonly origin: string;
  readonly branchOrigin: string;
  readonly httpPort: number;
  /** The output of the shop and of nginx. */
  output = "";
  private readonly folder: string;
  private readonly httpsPort: number;
  private readonly shopPort: number;
  private readonly children: ChildProcess[] = [];

  private constructor(folder: string, [httpPort, httpsPort, shopPort]: [number, number, number]) {
    this.folder = folder;
    this.httpPort = httpPort;
    this.httpsPort = httpsPort;
    this.shopPort = shopPort;
    this.origin = `https://${HOST}:${httpsPort}`;
    this.branchOrigin = `https://${BRANCH_HOST}:${httpsPort}`;
  }

  static async start(folder: string): Promise<LiveShop> {
    const liveShop = new LiveShop(folder, [await findFreePort(), await findFreePort(), await findFreePort()]);
    liveShop.startShop();
    liveShop.startProxy();
    for (let attempt = 0; attempt < 1_200; attempt++) {
      const isReady = await liveShop.get("/readyz").then(
        ({ status }) => status === 200,
        () => false,
      );
      if (isReady && liveShop.output.includes("atiende en")) return liveShop;
      if (liveShop.children.some((child) => child.exitCode !== null)) break;
      await sleep(100);
    }
    await liveShop.stop();
    throw new Error(`the live shop did not start:\n${liveShop.output}`);
  }

  private get env(): Record<string, string> {
    return {
      PATH: process.env.PATH!,
      HOME: process.env.HOME ?? "/",
      PORT: String(this.shopPort),
      DATA_DIR: path.join(this.folder, "data"),
      PUBLIC_URL: this.origin,
      TRUST_PROXY: "127.0.0.1",
      ALLOW_SANDBOX: "1",
      SANDBOX_TOKEN,
      LOG_LEVEL: "warn",
    };
  }

  private startShop(): void {
    this.collectOutput(spawn(process.execPath, ["src/main.ts"], { env: this.env, stdio: ["ignore", "pipe", "pipe"] }));
  }

  private startProxy(): void {
    mkdirSync(path.join(this.folder, "nginx"), { recursive: true });
    const file = path.join(this.folder, "nginx.conf");
    writeFileSync(file, this.proxyConfiguration());
    this.collectOutput(spawn("nginx", ["-c", file, "-p", this.folder], { stdio: ["ignore", "pipe", "pipe"] }));
  }

  private collectOutput(child: ChildProcess): void {
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on("data", (chunk: Buffer) => (this.output += chunk.toString()));
    }
    this.children.push(child);
  }

  private proxyConfiguration(): string {
    const temporaryFolders = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];
    return `daemon off; pid nginx.pid; error_log stderr; worker_processes 1; events { worker_connections 256; }
http {
  access_log off; client_max_body_size 60m;
  ${temporaryFolders.map((name) => `${name}_temp_path nginx/${name};`).join(" ")}
  server { listen 127.0.0.1:${this.httpPort}; return 301 https://$host:${this.httpsPort}$request_uri; }
  server {
    listen 127.0.0.1:${this.httpsPort} ssl; ssl_certificate cert.pem; ssl_certificate_key key.pem;
    location / {
      proxy_pass http://127.0.0.1:${this.shopPort};
      proxy_http_version 1.1; proxy_set_header Connection "";
      proxy_set_header Host $http_host;
      proxy_set_header X-Forwarded-For $remote_addr; proxy_set_header X-Forwarded-Proto $scheme;
    }
  }
}`;
  }

  /** The invitation link that the shop printed for its first owner. */
  ownerLink(): string {
    return /https:\S+#clave=[\w-]+/.exec(this.output)![0];
  }

  /** Runs `shop …` on the running shop. Throws if the command fails. */
  async runCommand(...args: string[]): Promise<string> {
    const { status, stdout, stderr } = await runInProcess(args, this.env);
    if (status !== 0) throw new Error(`shop ${args.join(" ")}: ${stderr}`);
    return stdout;
  }

  /** Writes a file for a command to read. Returns its path. */
  writeFile(name: string, text: string): string {
    const file = path.join(this.folder, name);
    writeFileSync(file, text);
    return file;
  }

  /** Sends a GET request over TLS and checks the certificate. */
  get(target: string, { host = HOST, headers = {} }: { host?: string; headers?: Record<string, string> } = {}) {
    return new Promise<TextResponse>((resolve, reject) => {
      request(
        {
          host: "127.0.0.1",
          port: this.httpsPort,
          servername: host,
          path: target,
          ca: readFileSync(path.join(this.folder, "cert.pem")),
          headers: { Host: `${host}:${this.httpsPort}`, ...headers },
        },
        (response) => {
          let text = "";
          response.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
          response.on("end", () => resolve({ status: response.statusCode!, headers: response.headers, text }));
        },
      )
        .on("error", reject)
        .end();
    });
  }

  /** The mails to this mailbox, newest first, from the mail sandbox. */
  async readMailsTo(email: string): Promise<{ subject: string; text: string }[]> {
    const headers = { Authorization: `Bearer ${SANDBOX_TOKEN}` };
    const { text } = await this.get(`/sandbox/mail.json?to=${encodeURIComponent(email)}`, { headers });
    return JSON.parse(text) as { subject: string; text: string }[];
  }

  async stop(): Promise<void> {
    const exits = this.children.map((child) =>
      child.exitCode === null ? new Promise<void>((resolve) => child.once("exit", () => resolve())) : Promise.resolve(),
    );
    for (const child of this.children) child.kill("SIGTERM");
    await Promise.all(exits);
    rmSync(path.join(this.folder, "data"), { recursive: true, force: true, maxRetries: 20, retryDelay: 250 });
  }
}
