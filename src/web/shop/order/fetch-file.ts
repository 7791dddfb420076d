import { makeNoAnswerProblem } from "../../client.ts";
import type { Problem } from "../../../contract/problem.ts";

/** Long enough to render many tickets. Without a limit, a stalled connection would never show an error. */
const TIMEOUT_MS = 45_000;

export type FetchedFile = { file: Blob } | { problem: Problem };

/** Fetches a file from the API. Never throws: a failure or another content type is returned as a problem. */
export async function fetchFile(url: string, contentType: string, token: string | null): Promise<FetchedFile> {
  try {
    const response = await fetch(url, {
      headers: token === null ? {} : { Authorization: `Bearer ${token}` },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const isExpectedType = response.headers.get("Content-Type")?.startsWith(contentType);
    if (response.ok && isExpectedType) return { file: await response.blob() };
    const body = (await response.json()) as Partial<Problem>;
    return { problem: body.code && body.detail ? (body as Problem) : makeNoAnswerProblem(response.status) };
  } catch {
    return { problem: makeNoAnswerProblem(0) };
  }
}
