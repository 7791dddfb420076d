import { lazy, Suspense, useState } from "react";
import type { Customer } from "../../../contract/customers.ts";
import type { Carrier } from "../../../contract/orders.ts";
import { formatPhone } from "../../../domain/phone.ts";
import { paths } from "../../paths.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { ErrorSummary } from "../../ui/error-summary.tsx";
import { Form } from "../../ui/form.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { CarrierChoice } from "./carrier-choice.tsx";
import { AddressSection } from "./address-section.tsx";
import type { CheckoutDraft } from "./draft.ts";
import { GuestFields } from "./guest-fields.tsx";
import { useDetailsForm, type DetailsOptions } from "./use-details-form.ts";

const PickupChoice = lazy(() => import("./pickup-choice.tsx"));

interface Props extends Omit<DetailsOptions, "isGuestForm" | "isTypingAddress"> {
  isRegistered: boolean;
  carriers: Carrier[];
  pieces: number;
}

const LABELS = {
  name: "Nombre(s)",
  lastName: "Apellidos",
  phone: "Teléfono celular",
  email: "Correo electrónico",
  rfc: "RFC",
  username: "Usuario de tu cuenta",
  password: "Contraseña",
  postalCode: "Código postal",
  state: "Estado",
  city: "Ciudad, municipio o alcaldía",
  neigh: "Colonia",
  street: "Calle y número",
  carrier: "Paquetería",
};

/** The first screen: the customer's data, the delivery address and the carrier. */
export function DetailsScreen(props: Props) {
  const { draft, changeDraft, customer, choices, isRegistered, carriers, pieces, passwordMin } = props;
  // The form is for new guests, for guests created in this tab, and for earlier guests who pressed "Cambiar". The
  // data of other customers are only shown.
  const isGuestForm = !isRegistered && (customer === null || draft.savedPerson !== null);
  const savedAddresses = isGuestForm ? [] : (customer?.addresses ?? []);
  const points = carriers.filter(({ kind }) => kind === "pickup");
  const [isAddingAddress, setAddingAddress] = useState(false);
  const isTypingAddress = savedAddresses.length === 0 || isAddingAddress;
  const { form, submit } = useDetailsForm({ ...props, isGuestForm, isTypingAddress });
  return (
    <Form form={form} onSubmit={submit} className="space-y-10">
      {isGuestForm ? (
        <GuestFields form={form} passwordMin={passwordMin} needsEmail={choices.hasTickets} />
      ) : (
        customer && (
          <KnownCustomer
            customer={customer}
            onChange={isRegistered ? null : () => changeDraft(draftOfGuest(customer))}
          />
        )
      )}
      {choices.needsParcel && points.length > 0 && (
        <Suspense fallback={<Skeleton className="h-72 w-full" />}>
          <PickupChoice {...{ points, draft, changeDraft }} point={choices.needsAddress ? null : choices.carrier} />
        </Suspense>
      )}
      {choices.needsAddress && (
        <>
          <AddressSection
            form={form}
            addresses={savedAddresses}
            chosenId={choices.address?._id ?? null}
            // An address that is typed afterwards is a new one: it must not replace the chosen one.
            onChoose={(addressId) => changeDraft({ addressId, savedAddress: null })}
            isTypingAddress={isTypingAddress}
            onTypingAddressChange={setAddingAddress}
          />
          <CarrierChoice
            carriers={carriers.filter(({ kind }) => kind === "carrier")}
            carrier={choices.carrier}
            pieces={pieces}
            error={form.errors.carrier}
            onChoose={(carrierId) => {
              form.setFieldError("carrier", undefined);
              changeDraft({ carrierId });
            }}
          />
        </>
      )}
      <div className="space-y-4">
        <ErrorSummary form={form} labels={LABELS} />
        <Button type="submit" wide busy={form.busy}>
          Continuar
        </Button>
        <ButtonLink variant="quiet" wide to={paths.cart}>
          Atrás
        </ButtonLink>
      </div>
    </Form>
  );
}

interface KnownCustomerProps {
  customer: Customer;
  /** Null for a registered customer, whose data are changed in the profile. */
  onChange: (() => void) | null;
}

function KnownCustomer({ customer, onChange }: KnownCustomerProps) {
  return (
    <section className="space-y-1">
      <h3 className="text-lg font-semibold">Tus datos</h3>
      <p>
        {customer.name} {customer.lastName}
      </p>
      <p className="text-soft">{[formatPhone(customer.phone), customer.username].filter(Boolean).join(" · ")}</p>
      {onChange && (
        <Button variant="quiet" className="-ml-2" onClick={onChange}>
          Cambiar
        </Button>
      )}
    </section>
  );
}

/**
 * The draft with a known guest's data, so that the guest can change them in the form. The API does not answer with the
 * email address, so the guest types it again.
 */
function draftOfGuest(customer: Customer): Partial<CheckoutDraft> {
  const { name, lastName, phone, rfc, addresses } = customer;
  const personal = { name, lastName, phone: formatPhone(phone), email: "", rfc: rfc?.rfc ?? "", username: "" };
  const [firstAddress] = addresses;
  if (!firstAddress) return { personal, savedPerson: personal, customer };
  const { _id, street, neigh, postalCode, city, state } = firstAddress;
  const address = { street, neigh, postalCode, city, state };
  return { personal, savedPerson: personal, customer, address, addressId: _id, savedAddress: address };
}
