import { addBusinessDays } from "./business-days.ts";

/**
 * How many business days the receiver has to accept or reject a cancellation request (RMF 2.7.1.34). Without an answer
 * it counts as accepted.
 */
const ANSWER_BUSINESS_DAYS = 3;

/**
 * The last day on which the receiver may reject a cancellation that SAT received on `day` ("2026-11-21", in the
 * issuer's time zone). SAT's own holidays are not known here.
 */
export function cancellationAnswerDeadline(day: string): string {
  return addBusinessDays(day, ANSWER_BUSINESS_DAYS);
}
