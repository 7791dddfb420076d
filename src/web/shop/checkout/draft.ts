import { useCallback, useEffect, useState } from "react";
import type { Customer } from "../../../contract/customers.ts";

const STORED = "escaparate.checkout";

/** All that was typed or chosen on the way: kept for this tab, so that nothing is typed twice. */
export interface CheckoutDraft {
  personal: { name: string; lastName: string; phone: string; email: string; rfc: string; username: string };
  address: { street: string; neigh: string; postalCode: string; city: string; state: string };
  customer: Customer | null;
  addressId: string | null;
  carrierId: string | null;
  insured: boolean;
  paymentMethod: "MP" | "TB" | null;
  termsVersion: string | null;
}

const EMPTY: CheckoutDraft = {
  personal: { name: "", lastName: "", phone: "", email: "", rfc: "", username: "" },
  address: { street: "", neigh: "", postalCode: "", city: "", state: "" },
  customer: null,
  addressId: null,
  carrierId: null,
  insured: false,
  paymentMethod: null,
  termsVersion: null,
};

/** The draft, undefined until the tab's storage was read. */
export function useDraft() {
  const [draft, setDraft] = useState<CheckoutDraft | undefined>(undefined);
  useEffect(() => setDraft(read()), []);
  const change = useCallback((part: Partial<CheckoutDraft>) => {
    setDraft((known) => {
      const next = { ...(known ?? EMPTY), ...part };
      write(next);
      return next;
    });
  }, []);
  const clear = useCallback(() => write(null), []);
  return { draft, change, clear };
}

function read(): CheckoutDraft {
  try {
    const kept = JSON.parse(sessionStorage.getItem(STORED) ?? "{}") as Partial<CheckoutDraft>;
    return { ...EMPTY, ...kept, personal: { ...EMPTY.personal, ...kept.personal } };
  } catch {
    return EMPTY;
  }
}

function write(draft: CheckoutDraft | null): void {
  try {
    if (draft) sessionStorage.setItem(STORED, JSON.stringify(draft));
    else sessionStorage.removeItem(STORED);
  } catch {
    // A full or closed storage costs a reload's worth of typing, nothing else.
  }
}
