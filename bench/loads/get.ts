import { Connection } from "../connection.ts";
import type { Worker } from "../load.ts";
import { formatRequest } from "../request.ts";

export interface GetOptions {
  port: number;
  paths: string[];
  /** Whether to add a number to every path, so that no path is requested twice. */
  addsNumbers?: boolean;
}

/** Requests the paths one after the other. Each worker requests the next one. */
export async function open({ port, paths, addsNumbers = false }: GetOptions): Promise<() => Promise<Worker>> {
  const requests = addsNumbers ? [] : paths.map((path) => formatRequest("GET", path));
  const firstNumber = Date.now();
  let requestCount = 0;
  const nextRequest = (): string => {
    const index = requestCount++ % paths.length;
    return addsNumbers ? formatRequest("GET", withNumber(paths[index]!, firstNumber + requestCount)) : requests[index]!;
  };
  return async () => {
    const connection = await Connection.open(port);
    return {
      work: async () => {
        const answer = await connection.send(nextRequest());
        if (answer.status !== 200) throw new Error(`${answer.status} ${answer.body.toString()}`);
      },
      close: async () => connection.close(),
    };
  };
}

function withNumber(path: string, number: number): string {
  return `${path}${path.includes("?") ? "&" : "?"}n=${number}`;
}
