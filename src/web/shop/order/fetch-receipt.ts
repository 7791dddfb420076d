import { noAnswer } from "../../client.ts";
import type { Problem } from "../../../contract/problem.ts";
import { receiptAddress, type OrderDoor } from "./receipt-address.ts";

/** Drawing many tickets takes a while; a connection that hangs must end in a sentence all the same. */
const WAIT_MS = 45_000;

export type FetchedReceipt = { pdf: Blob } | { problem: Problem };

/** The order's receipt for whoever may see the order. Never throws: what went wrong is a problem with its sentence. */
export async function fetchReceipt(door: OrderDoor, token: string | null): Promise<FetchedReceipt> {
  try {
    const response = await fetch(receiptAddress(door), {
      headers: token === null ? {} : { Authorization: `Bearer ${token}` },
      signal: AbortSignal.timeout(WAIT_MS),
    });
    const isPdf = response.headers.get("Content-Type")?.startsWith("application/pdf");
    if (response.ok && isPdf) return { pdf: await response.blob() };
    const answer = (await response.json()) as Partial<Problem>;
    return { problem: answer.code && answer.detail ? (answer as Problem) : noAnswer(response.status) };
  } catch {
    return { problem: noAnswer(0) };
  }
}
