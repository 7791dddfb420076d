import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** What the bare handler answers to every request. */
export interface BareAnswer {
  status: number;
  headers: Record<string, string>;
  bodyBase64: string;
}

// Runs in a child process. Answers every request with these bytes and headers, with as little work as Node allows.
let answer: BareAnswer = { status: 404, headers: {}, bodyBase64: "" };
let body = Buffer.alloc(0);

process.on("disconnect", () => process.exit()); // Ends together with the benchmark.
process.on("message", (newAnswer: BareAnswer) => {
  answer = newAnswer;
  body = Buffer.from(newAnswer.bodyBase64, "base64");
  process.send!({ ready: true });
});

const server = createServer((_request, response) => {
  response.writeHead(answer.status, answer.headers).end(body);
});
server.keepAliveTimeout = 65_000;
server.listen(0, "127.0.0.1", () => process.send!({ port: (server.address() as AddressInfo).port }));
