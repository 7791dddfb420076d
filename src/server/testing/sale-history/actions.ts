import fc from "fast-check";
import { VAT_TREATMENTS, type VatTreatment } from "../../../domain/vat.ts";

/** Months in which the orders of a history are paid. */
export const MONTHS_PER_HISTORY = 2;

/**
 * An action of staff, customers, SAT or a job. `order`, `into` and `month` are indexes in the history, `document` in
 * the documents of the order. `tenths` is how many tenths of the missing or refundable amount are paid or refunded.
 * "jobs" does what the jobs do for an order: complements, the invoice once it is shipped, and the applied deposit.
 */
export type Action =
  | { do: "buy"; month: number; priceCents: number; vat: VatTreatment; isPaid: boolean }
  | { do: "pay" | "refund"; order: number; tenths: number }
  | { do: "withdrawRefund" | "ship" | "cancelOrder" | "jobs"; order: number }
  | { do: "invoice" | "invoiceEarly" | "replace" | "credit" | "complement" | "applyDeposit"; order: number }
  | { do: "cancel" | "settleReplacement"; order: number; document: number }
  | { do: "join"; order: number; into: number }
  | { do: "global" | "creditGlobal" | "replaceGlobal" | "cancelGlobal"; month: number }
  | { do: "changeIssuer"; undelivered: "atOnce" | "deposit"; globalCorrection: "creditNote" | "reissue" }
  | { do: "answerCancellations"; answer: "accept" | "reject" }
  | { do: "refuseStamps"; isOn: boolean };

/** One action, or two concurrent ones on two servers, like two processes. */
export type Step = Action | { concurrent: [Action, Action] };

const anyOrderIndex = fc.nat({ max: 7 });
const anyMonthIndex = fc.nat({ max: MONTHS_PER_HISTORY - 1 });
const anyTenths = fc.integer({ min: 1, max: 10 });
const anyDocumentIndex = fc.nat({ max: 3 });
/** One of these names. A name that is repeated is chosen more often. */
const anyOf = <Name extends string>(...names: Name[]) => fc.constantFrom(...names);
/** Above 1,000 pesos the receiver must accept a cancellation. */
const anyPriceCents = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: 1, max: 600_00 }) },
  { weight: 1, arbitrary: fc.integer({ min: 1_200_00, max: 3_000_00 }) },
);

const anyAction: fc.Arbitrary<Action> = fc.oneof(
  {
    weight: 10,
    arbitrary: fc.record({
      do: anyOf("buy"),
      month: anyMonthIndex,
      priceCents: anyPriceCents,
      vat: fc.constantFrom<VatTreatment>("general", "general", ...VAT_TREATMENTS),
      isPaid: fc.boolean(),
    }),
  },
  { weight: 18, arbitrary: fc.record({ do: anyOf("pay", "pay", "refund"), order: anyOrderIndex, tenths: anyTenths }) },
  {
    weight: 12,
    arbitrary: fc.record({ do: anyOf("withdrawRefund", "ship", "ship", "jobs", "cancelOrder"), order: anyOrderIndex }),
  },
  {
    weight: 24,
    arbitrary: fc.record({
      do: anyOf("invoice", "invoiceEarly", "invoiceEarly", "replace", "credit", "complement", "applyDeposit"),
      order: anyOrderIndex,
    }),
  },
  {
    weight: 10,
    arbitrary: fc.record({
      do: anyOf("cancel", "cancel", "settleReplacement"),
      order: anyOrderIndex,
      document: anyDocumentIndex,
    }),
  },
  { weight: 4, arbitrary: fc.record({ do: anyOf("join"), order: anyOrderIndex, into: anyOrderIndex }) },
  {
    weight: 8,
    arbitrary: fc.record({
      do: anyOf("global", "global", "creditGlobal", "replaceGlobal", "cancelGlobal"),
      month: anyMonthIndex,
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: anyOf("changeIssuer"),
      undelivered: anyOf("atOnce", "deposit"),
      globalCorrection: anyOf("creditNote", "reissue"),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: anyOf("answerCancellations"), answer: anyOf("accept", "reject") }) },
  { weight: 2, arbitrary: fc.record({ do: anyOf("refuseStamps"), isOn: fc.boolean() }) },
);

export const anyStep: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: anyAction },
  { weight: 1, arbitrary: fc.record({ concurrent: fc.tuple(anyAction, anyAction) }) },
  // The same action twice, as when two members of staff press the same button at once.
  { weight: 1, arbitrary: anyAction.map((action): Step => ({ concurrent: [action, action] })) },
);
