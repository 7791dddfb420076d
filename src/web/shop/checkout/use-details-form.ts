import { useState } from "react";
import type { Customer } from "../../../contract/customers.ts";
import type { Problem } from "../../../contract/problem.ts";
import { isEmail } from "../../../domain/username.ts";
import { call } from "../../client.ts";
import { useSession } from "../../state/session.tsx";
import { newPasswordError } from "../../ui/new-password-field.tsx";
import { useForm } from "../../ui/use-form.ts";
import { validateAddress, type AddressDraft } from "../address-fields.tsx";
import { personErrors, usernameError } from "../person-fields.tsx";
import { useIdempotencyKey } from "../use-idempotency-key.ts";
import type { Choices } from "./choices.ts";
import type { CheckoutDraft } from "./draft.ts";
import { useEndedCheckoutSession } from "./use-ended-checkout-session.ts";

/** The data of the first screen's form. The name of another collector is not part of it. */
export type DetailsData = CheckoutDraft["personal"] & AddressDraft & { password: string };

export interface DetailsOptions {
  draft: CheckoutDraft;
  changeDraft: (changes: Partial<CheckoutDraft>) => void;
  customer: Customer | null;
  choices: Choices;
  passwordMin: number;
  /** The customer's data are typed here. Otherwise they are known. */
  isGuestForm: boolean;
  /** The address is typed here. Otherwise it is chosen from the saved addresses. */
  isTypingAddress: boolean;
  onDone: () => void;
}

/** The customer of the order, and the token for the calls of the form. */
interface CustomerWithToken {
  customer: Customer;
  token: string;
}

/** The first screen as one form: it creates the guest or the account, saves the address, and continues. */
export function useDetailsForm(options: DetailsOptions) {
  const { draft, changeDraft, choices, isTypingAddress, onDone } = options;
  const { updateCustomer } = useSession();
  const handleEndedSession = useEndedCheckoutSession();
  // A password is not stored anywhere, not even in the tab's draft.
  const [password, setPassword] = useState("");
  const form = useForm<DetailsData>({ ...draft.personal, ...draft.address, password }, (typedData) => {
    const { street, neigh, postalCode, city, state, password: typedPassword, ...personal } = typedData;
    setPassword(typedPassword);
    changeDraft({ personal, address: { street, neigh, postalCode, city, state } });
  });
  const findOrCreateCustomer = useFindOrCreateCustomer(options, password);
  const handleProblem = (problem: Problem): void => {
    if (!handleEndedSession(problem)) form.showProblem(problem, { USERNAME_TAKEN: "username" });
  };

  const submit = async (): Promise<void> => {
    if (form.showErrors(validateDetails(options, password))) return;
    const customerOutcome = await form.waitFor(findOrCreateCustomer());
    if (!customerOutcome.ok) return handleProblem(customerOutcome.problem);
    const { customer, token } = customerOutcome.data;
    if (!choices.needsAddress || !isTypingAddress) {
      changeDraft({ addressId: choices.address?._id ?? null });
      return onDone();
    }
    const saveOutcome = await form.waitFor(saveAddress({ customer, token }, draft, customerOutcome.isNew));
    if (saveOutcome === null) return onDone();
    if (!saveOutcome.ok) return handleProblem(saveOutcome.problem);
    updateCustomer(saveOutcome.data);
    // A changed address keeps its id. A new address is the last one.
    const addressId = saveOutcome.addressId ?? saveOutcome.data.addresses.at(-1)?._id ?? null;
    changeDraft({ customer: saveOutcome.data, addressId, savedAddress: saveOutcome.savedAddress });
    onDone();
  };
  return { form, submit };
}

const ADDRESS_FIELDS = ["street", "neigh", "postalCode", "city", "state"] as const satisfies (keyof AddressDraft)[];

/** The errors by field. Undefined for a valid field. */
function validateDetails(options: DetailsOptions, password: string): Record<string, string | undefined> {
  const { draft, choices, passwordMin, isGuestForm, isTypingAddress } = options;
  const { email, username } = draft.personal;
  const isEmailMissing = choices.hasTickets && email.trim() === "" && !isEmail(username.trim());
  return {
    ...(isGuestForm && {
      ...personErrors(draft.personal),
      email: isEmailMissing
        ? "Escribe tu correo: ahí te llegan tus boletos"
        : email.trim() === "" || isEmail(email.trim())
          ? undefined
          : "Revisa el correo: le falta algo",
      ...(username.trim() !== "" && {
        username: usernameError(username),
        password: newPasswordError(password, passwordMin),
      }),
    }),
    ...(choices.needsParcel && {
      ...(isTypingAddress && choices.needsAddress && validateAddress(draft.address)),
      carrier: choices.carrier ? undefined : "Elige cómo te lo enviamos",
    }),
  };
}

/**
 * A function that returns the session's customer, or creates a customer with the typed data. The same data create no
 * second customer.
 */
function useFindOrCreateCustomer({ draft, changeDraft, customer, isGuestForm }: DetailsOptions, password: string) {
  const { session, open } = useSession();
  const keyOf = useIdempotencyKey();
  return async (): Promise<
    { ok: true; data: CustomerWithToken; isNew: boolean } | { ok: false; problem: Problem; isNew?: undefined }
  > => {
    const isPersonSaved = JSON.stringify(draft.savedPerson) === JSON.stringify(draft.personal);
    if (customer && session && (!isGuestForm || isPersonSaved)) {
      return { ok: true, data: { customer, token: session.token }, isNew: false };
    }
    const { email, rfc, username, ...person } = draft.personal;
    const createsAccount = username.trim() !== "";
    const body = {
      ...person,
      email: email.trim() || null,
      rfc: rfc.trim() || null,
      ...(createsAccount && { username, password, atCheckout: true }),
    };
    // A new account takes over the orders that this browser placed as a guest.
    const token = createsAccount ? session?.token : undefined;
    const outcome = await call("createCustomer", { body, idempotencyKey: keyOf(body), token });
    if (!outcome.ok) return outcome;
    open(outcome.data);
    const { customer: createdCustomer, access_token: createdToken } = outcome.data;
    changeDraft({ customer: createdCustomer, savedPerson: draft.personal, addressId: null, savedAddress: null });
    return { ok: true, data: { customer: createdCustomer, token: createdToken }, isNew: true };
  };
}

/**
 * Saves the typed address, or changes the address that this screen saved before. An address that the customer already
 * has is not saved again. Null if the typed address is still the one that this screen saved.
 */
async function saveAddress({ customer, token }: CustomerWithToken, draft: CheckoutDraft, isNewCustomer: boolean) {
  const body = draft.address;
  const savedId = isNewCustomer || draft.savedAddress === null ? null : draft.addressId;
  if (savedId !== null && JSON.stringify(draft.savedAddress) === JSON.stringify(body)) return null;
  const sameAddress = customer.addresses.find(
    (address) => !address.deleted && ADDRESS_FIELDS.every((name) => address[name] === body[name].trim()),
  );
  // It is not this screen's address: another one that is typed afterwards must not replace it.
  if (savedId === null && sameAddress)
    return { ok: true as const, data: customer, addressId: sameAddress._id, savedAddress: null };
  const params = { id: customer._id };
  const outcome =
    savedId === null
      ? await call("addAddress", { params, body, token })
      : await call("changeAddress", {
          params: { ...params, addressId: savedId },
          body: { ...body, deleted: false },
          token,
        });
  return outcome.ok ? { ...outcome, addressId: savedId, savedAddress: body } : outcome;
}
