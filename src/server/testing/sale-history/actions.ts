import fc from "fast-check";
import { VAT_TREATMENTS, type VatTreatment } from "../../../domain/vat.ts";

/** Months in which the orders of a history are paid. */
export const MONTHS_PER_HISTORY = 2;

/**
 * What staff, customers, SAT or a job do. `order` and `month` are numbers in the history. `turn`: which of several
 * documents.
 */
export type Action =
  | { do: "buy"; month: number; priceCents: number; vat: VatTreatment; isPaid: boolean }
  | { do: "pay" | "refund"; order: number; tenths: number }
  | { do: "withdrawRefund" | "ship" | "cancelOrder" | "jobs"; order: number }
  | { do: "invoice" | "invoiceEarly" | "replace" | "credit" | "complement" | "applyDeposit"; order: number }
  | { do: "cancel" | "settleReplacement"; order: number; turn: number }
  | { do: "join"; order: number; into: number }
  | { do: "global" | "creditGlobal" | "replaceGlobal" | "cancelGlobal"; month: number }
  | { do: "choose"; undelivered: "atOnce" | "deposit"; globalCorrection: "creditNote" | "reissue" }
  | { do: "answerCancellations"; answer: "accept" | "reject" }
  | { do: "refuseStamps"; isOn: boolean };

/** One action, or two at the same time by two processes. */
export type Step = Action | { atOnce: [Action, Action] };

const order = fc.nat({ max: 7 });
const month = fc.nat({ max: MONTHS_PER_HISTORY - 1 });
const tenths = fc.integer({ min: 1, max: 10 });
const turn = fc.nat({ max: 3 });
/** One name often, of a list in which a name may be repeated. */
const named = <Name extends string>(...names: Name[]) => fc.constantFrom(...names);
/** Above 1,000 pesos the receiver must accept a cancellation. */
const priceCents = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: 1, max: 600_00 }) },
  { weight: 1, arbitrary: fc.integer({ min: 1_200_00, max: 3_000_00 }) },
);

const anyAction: fc.Arbitrary<Action> = fc.oneof(
  {
    weight: 10,
    arbitrary: fc.record({
      do: named("buy"),
      month,
      priceCents,
      vat: fc.constantFrom<VatTreatment>("general", "general", ...VAT_TREATMENTS),
      isPaid: fc.boolean(),
    }),
  },
  { weight: 18, arbitrary: fc.record({ do: named("pay", "pay", "refund"), order, tenths }) },
  { weight: 12, arbitrary: fc.record({ do: named("withdrawRefund", "ship", "ship", "jobs", "cancelOrder"), order }) },
  {
    weight: 24,
    arbitrary: fc.record({
      do: named("invoice", "invoiceEarly", "invoiceEarly", "replace", "credit", "complement", "applyDeposit"),
      order,
    }),
  },
  { weight: 10, arbitrary: fc.record({ do: named("cancel", "cancel", "settleReplacement"), order, turn }) },
  { weight: 4, arbitrary: fc.record({ do: named("join"), order, into: order }) },
  {
    weight: 8,
    arbitrary: fc.record({ do: named("global", "global", "creditGlobal", "replaceGlobal", "cancelGlobal"), month }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: named("choose"),
      undelivered: named("atOnce", "deposit"),
      globalCorrection: named("creditNote", "reissue"),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: named("answerCancellations"), answer: named("accept", "reject") }) },
  { weight: 2, arbitrary: fc.record({ do: named("refuseStamps"), isOn: fc.boolean() }) },
);

export const anyStep: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: anyAction },
  { weight: 1, arbitrary: fc.record({ atOnce: fc.tuple(anyAction, anyAction) }) },
  // The same action twice: a button pressed by two members of staff.
  { weight: 1, arbitrary: anyAction.map((action): Step => ({ atOnce: [action, action] })) },
);
