import { useCallback, useEffect, useState } from "react";
import type { Customer } from "../../../contract/customers.ts";
import type { AddressDraft } from "../address-fields.tsx";
import type { PersonDraft } from "../person-fields.tsx";
import { readDraft, writeDraft } from "../tab-draft.ts";

const STORAGE_KEY = "escaparate.checkout";

/**
 * Everything that was typed or chosen during the checkout, except the password, and what was saved of it. It is stored
 * for this tab, so that nothing is typed twice.
 */
export interface CheckoutDraft {
  personal: PersonDraft & { email: string; username: string };
  address: AddressDraft;
  customer: Customer | null;
  /**
   * The guest's data as the server has them. Also set when a guest of an earlier visit presses "Cambiar". If the typed
   * data are equal to these, no second guest is created.
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
  /** The email address for the tickets, as typed. Null until then: the account's or the guest's address is used. */
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
  const changeDraft = useCallback((changes: Partial<CheckoutDraft>) => {
    setDraft((current) => {
      const next = { ...(current ?? EMPTY_DRAFT), ...changes };
      writeDraft(STORAGE_KEY, next);
      return next;
    });
  }, []);
  const deleteStoredDraft = useCallback(() => writeDraft(STORAGE_KEY, null), []);
  return { draft, change: changeDraft, clear: deleteStoredDraft };
}

function readStoredDraft(): CheckoutDraft {
  const storedDraft = readDraft<CheckoutDraft>(STORAGE_KEY);
  return { ...EMPTY_DRAFT, ...storedDraft, personal: { ...EMPTY_DRAFT.personal, ...storedDraft.personal } };
}
