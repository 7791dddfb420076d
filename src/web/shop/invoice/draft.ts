import { useCallback, useEffect, useState } from "react";
import type { AnswerOf } from "../../client.ts";
import { readDraft, writeDraft } from "../tab-draft.ts";

const STORAGE_KEY = "escaparate.invoice";

/** The typed fiscal data, with their names on the wire. */
export const EMPTY_RECEIVER = {
  rfc: "",
  name: "",
  postalCode: "",
  fiscalReg: "",
  usoCFDI: "",
  country: "",
  taxId: "",
  email: "",
  street: "",
  numExt: "",
  numInt: "",
  neigh: "",
  city: "",
  state: "",
};
export type ReceiverDraft = typeof EMPTY_RECEIVER;

/** An issued invoice, with the data of its order that the last step shows. */
export type IssuedInvoice = AnswerOf<"requestInvoice"> & { reference: string; total: number };

export interface InvoiceDraft {
  lookup: { reference: string; phone: string };
  /** Whether the lookup found the order. If so, it is repeated automatically after a reload. */
  isFound: boolean;
  receiver: ReceiverDraft;
  issued: IssuedInvoice | null;
}

const EMPTY_DRAFT: InvoiceDraft = {
  lookup: { reference: "", phone: "" },
  isFound: false,
  receiver: EMPTY_RECEIVER,
  issued: null,
};

/**
 * The draft of the page, stored for this tab: what was typed, and the issued invoice. `draft` is undefined until the
 * tab's storage is read.
 */
export function useInvoiceDraft() {
  const [draft, setDraft] = useState<InvoiceDraft | undefined>(undefined);
  useEffect(() => {
    const storedDraft = readDraft<InvoiceDraft>(STORAGE_KEY);
    setDraft({ ...EMPTY_DRAFT, ...storedDraft, receiver: { ...EMPTY_RECEIVER, ...storedDraft.receiver } });
  }, []);
  const change = useCallback((changes: Partial<InvoiceDraft>) => {
    setDraft((current) => {
      const next = { ...(current ?? EMPTY_DRAFT), ...changes };
      writeDraft(STORAGE_KEY, next);
      return next;
    });
  }, []);
  const clear = useCallback(() => {
    writeDraft(STORAGE_KEY, null);
    setDraft(EMPTY_DRAFT);
  }, []);
  return { draft, change, clear };
}
