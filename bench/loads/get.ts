import { Connection } from "../connection.ts";
import type { Worker } from "../load.ts";
import { request } from "../request.ts";

export interface GetOptions {
  port: number;
  paths: string[];
  /** Adds a number to every path, so that no path is requested twice. */
  unseen?: boolean;
}

/** Requests one path after the other. Each worker takes the next one. */
export async function open({ port, paths, unseen = false }: GetOptions): Promise<() => Promise<Worker>> {
  const requests = unseen ? [] : paths.map((path) => request("GET", path));
  const base = Date.now();
  let turn = 0;
  const next = (): string => {
    const place = turn++ % paths.length;
    return unseen ? request("GET", withNumber(paths[place]!, base + turn)) : requests[place]!;
  };
  return async () => {
    const connection = await Connection.open(port);
    return {
      work: async () => {
        const answer = await connection.ask(next());
        if (answer.status !== 200) throw new Error(`${answer.status} ${answer.body.toString()}`);
      },
      close: async () => connection.close(),
    };
  };
}

function withNumber(path: string, number: number): string {
  return `${path}${path.includes("?") ? "&" : "?"}n=${number}`;
}
