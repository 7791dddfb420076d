import { connect, type Socket } from "node:net";

export interface Answer {
  status: number;
  body: Buffer;
}

interface PendingRequest {
  resolve: (answer: Answer) => void;
  reject: (error: Error) => void;
}

const END_OF_HEAD = Buffer.from("\r\n\r\n");

/**
 * A keep-alive HTTP/1.1 connection for one request at a time. It parses as little as possible, because the load must
 * use less CPU than the shop.
 */
export class Connection {
  private readonly socket: Socket;
  private receivedBuffers: Buffer[] = [];
  private receivedBytes = 0;
  private expectedBytes = 0;
  private pendingRequest: PendingRequest | undefined;

  private constructor(socket: Socket) {
    this.socket = socket;
    socket.on("data", (chunk) => this.receive(chunk));
    socket.on("error", (error) => this.fail(error));
    socket.on("close", () => this.fail(new Error("the server closed the connection")));
  }

  static open(port: number): Promise<Connection> {
    return new Promise((resolve, reject) => {
      const socket = connect({ port, host: "127.0.0.1", noDelay: true });
      socket.once("error", reject);
      socket.once("connect", () => {
        socket.off("error", reject);
        resolve(new Connection(socket));
      });
    });
  }

  /** Sends the bytes of a request, head and body. Returns its answer. */
  send(request: string): Promise<Answer> {
    if (this.socket.destroyed) return Promise.reject(new Error("the server closed the connection"));
    return new Promise((resolve, reject) => {
      this.pendingRequest = { resolve, reject };
      this.socket.write(request);
    });
  }

  close(): void {
    this.socket.destroy();
  }

  private receive(chunk: Buffer): void {
    this.receivedBuffers.push(chunk);
    this.receivedBytes += chunk.byteLength;
    if (this.receivedBytes < this.expectedBytes) return;
    const joinedBytes =
      this.receivedBuffers.length === 1 ? chunk : Buffer.concat(this.receivedBuffers, this.receivedBytes);
    const answerOrExpectedBytes = parseAnswer(joinedBytes);
    if (typeof answerOrExpectedBytes === "number") {
      this.receivedBuffers = [joinedBytes];
      this.expectedBytes = answerOrExpectedBytes;
      return;
    }
    this.receivedBuffers = [];
    this.receivedBytes = 0;
    this.expectedBytes = 0;
    const { pendingRequest } = this;
    this.pendingRequest = undefined;
    pendingRequest?.resolve(answerOrExpectedBytes);
  }

  private fail(error: Error): void {
    const { pendingRequest } = this;
    this.pendingRequest = undefined;
    pendingRequest?.reject(error);
  }
}

/** The answer, or the number of bytes that must have arrived before the next attempt to parse. */
function parseAnswer(bytes: Buffer): Answer | number {
  const headEnd = bytes.indexOf(END_OF_HEAD);
  if (headEnd < 0) return bytes.byteLength + 1;
  const head = bytes.toString("latin1", 0, headEnd);
  const bodyStart = headEnd + END_OF_HEAD.byteLength;
  const status = Number(head.slice(9, 12));
  const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
  if (length !== undefined) {
    const total = bodyStart + Number(length);
    return bytes.byteLength < total ? total : { status, body: bytes.subarray(bodyStart, total) };
  }
  if (!/\r\ntransfer-encoding: *chunked/i.test(head)) return { status, body: Buffer.alloc(0) };
  const body = joinChunks(bytes, bodyStart);
  return body === undefined ? bytes.byteLength + 1 : { status, body };
}

/** Body of a chunked answer (RFC 9112, 7.1), undefined while its last chunk is missing. */
function joinChunks(bytes: Buffer, start: number): Buffer | undefined {
  const parts: Buffer[] = [];
  for (let position = start; ;) {
    const lineEnd = bytes.indexOf("\r\n", position);
    if (lineEnd < 0) return undefined;
    const size = Number.parseInt(bytes.toString("latin1", position, lineEnd), 16);
    const nextPosition = lineEnd + 2 + size + 2;
    if (bytes.byteLength < nextPosition) return undefined;
    if (size === 0) return Buffer.concat(parts);
    parts.push(bytes.subarray(lineEnd + 2, lineEnd + 2 + size));
    position = nextPosition;
  }
}
