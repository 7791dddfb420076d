import { useCallback, useEffect, useState } from "react";
import type { Customer } from "../../../contract/customers.ts";
import type { AddressDraft } from "../address-fields.tsx";
import type { PersonDraft } from "../person-fields.tsx";
import { readDraft, writeDraft } from "../tab-draft.ts";

const STORAGE_KEY = "escaparate.checkout";

/**
 * Everything that was typed or chosen during the checkout, except the password. It is stored for this tab, so that
 * nothing is typed twice.
 */
export interface CheckoutDraft {
  personal: PersonDraft & { email: string; username: string };
  address: AddressDraft;
  customer: Customer | null;
  /**
   * The guest's data as they are saved, also of an earlier guest who wants to change them. The same data do not create a
   * second guest.
   */
  savedPerson: CheckoutDraft["personal"] | null;
  addressId: string | null;
  /** The typed address as it was last saved. The same address is not saved again. */
  savedAddress: AddressDraft | null;
  carrierId: string | null;
  /** One other person who may collect the order, as typed. */
  collector: string;
  insured: boolean;
  paymentMethod: "MP" | "TB" | null;
  termsVersion: string | null;
  /** The email address for the tickets, as typed. Null: the customer's usual one. */
  ticketsEmail: string | null;
}

const EMPTY_DRAFT: CheckoutDraft = {
  personal: { name: "", lastName: "", phone: "", email: "", rfc: "", username: "" },
  address: { street: "", neigh: "", postalCode: "", city: "", state: "" },
  customer: null,
  savedPerson: null,
  addressId: null,
  savedAddress: null,
  carrierId: null,
  collector: "",
  insured: false,
  paymentMethod: null,
  termsVersion: null,
  ticketsEmail: null,
};

/** The draft. It is undefined until the tab's storage is read. */
export function useDraft() {
  const [draft, setDraft] = useState<CheckoutDraft | undefined>(undefined);
  useEffect(() => setDraft(readStoredDraft()), []);
  const change = useCallback((changes: Partial<CheckoutDraft>) => {
    setDraft((current) => {
      const next = { ...(current ?? EMPTY_DRAFT), ...changes };
      writeDraft(STORAGE_KEY, next);
      return next;
    });
  }, []);
  const clear = useCallback(() => writeDraft(STORAGE_KEY, null), []);
  return { draft, change, clear };
}

function readStoredDraft(): CheckoutDraft {
  const storedDraft = readDraft<CheckoutDraft>(STORAGE_KEY);
  return { ...EMPTY_DRAFT, ...storedDraft, personal: { ...EMPTY_DRAFT.personal, ...storedDraft.personal } };
}
