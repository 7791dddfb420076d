import { noAnswer } from "../../client.ts";
import type { Problem } from "../../../contract/problem.ts";

/** Rendering many tickets takes a while. A connection that gets no answer must still end in a sentence. */
const WAIT_MS = 45_000;

export type FetchedFile = { file: Blob } | { problem: Problem };

/** A file of the API for a caller who may read it. Never throws: a failure is a problem with its sentence. */
export async function fetchFile(address: string, type: string, token: string | null): Promise<FetchedFile> {
  try {
    const response = await fetch(address, {
      headers: token === null ? {} : { Authorization: `Bearer ${token}` },
      signal: AbortSignal.timeout(WAIT_MS),
    });
    const isIt = response.headers.get("Content-Type")?.startsWith(type);
    if (response.ok && isIt) return { file: await response.blob() };
    const answer = (await response.json()) as Partial<Problem>;
    return { problem: answer.code && answer.detail ? (answer as Problem) : noAnswer(response.status) };
  } catch {
    return { problem: noAnswer(0) };
  }
}
