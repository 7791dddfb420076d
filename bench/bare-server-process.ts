import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { get } from "node:http";
import path from "node:path";
import { buffer } from "node:stream/consumers";
import type { BareAnswer } from "./bare-server.ts";

/** A bare node:http handler in its own process. The rate of the shop's cached answers is divided by its rate. */
export class BareServerProcess {
  readonly port: number;
  private readonly child: ChildProcess;

  private constructor(child: ChildProcess, port: number) {
    this.child = child;
    this.port = port;
  }

  static async start(): Promise<BareServerProcess> {
    const child = fork(path.join(import.meta.dirname, "bare-server.ts"));
    const [{ port }] = (await once(child, "message")) as [{ port: number }];
    return new BareServerProcess(child, port);
  }

  /** Makes the handler answer with the same bytes and headers as the shop for this path. */
  async copyAnswer(shopPort: number, requestPath: string): Promise<void> {
    const ready = once(this.child, "message");
    this.child.send(await captureAnswer(shopPort, requestPath));
    await ready;
  }

  stop(): void {
    this.child.kill();
  }
}

/** Headers that Node adds itself. */
const NODE_HEADERS = new Set(["date", "connection", "keep-alive"]);

function captureAnswer(port: number, requestPath: string): Promise<BareAnswer> {
  return new Promise((resolve, reject) => {
    const headers = { Host: "localhost", "Accept-Encoding": "gzip, br" };
    get({ host: "127.0.0.1", port, path: requestPath, headers }, (response) => {
      const copiedHeaders = Object.entries(response.headers).filter(([name]) => !NODE_HEADERS.has(name));
      const responseHeaders = Object.fromEntries(copiedHeaders.map(([name, value]) => [name, String(value)]));
      buffer(response).then((body) => {
        if (response.statusCode !== 200) reject(new Error(`${requestPath}: ${body.toString()}`));
        else resolve({ status: 200, headers: responseHeaders, bodyBase64: body.toString("base64") });
      }, reject);
    }).once("error", reject);
  });
}
