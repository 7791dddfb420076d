import type { ReactNode } from "react";
import type { Customer } from "../../../contract/customers.ts";
import { formatPhone } from "../../../domain/phone.ts";
import { Button } from "../../ui/button.tsx";
import { addressWithoutStreet, type Choices } from "./choices.ts";

interface Props {
  customer: Customer;
  /** The email address that a guest typed. A guest has no username. */
  email: string;
  choices: Choices;
  onChange: () => void;
}

/** The choices of the first screen, with buttons to change them. */
export function DeliverySummary({
  customer,
  email,
  choices: { needsParcel, needsAddress, address, carrier },
  onChange,
}: Props) {
  return (
    <div className="divide-y divide-line border-y border-line">
      <Row title="Tus datos" onChange={onChange}>
        {customer.name} {customer.lastName}
        <span className="block text-soft">{formatPhone(customer.phone)}</span>
        <span className="block text-soft">{customer.username ?? email}</span>
      </Row>
      {needsParcel && (
        <>
          {needsAddress && (
            <Row title="Dirección de entrega" onChange={onChange}>
              {address && (
                <>
                  {address.street}
                  <span className="block text-soft">{addressWithoutStreet(address)}</span>
                </>
              )}
            </Row>
          )}
          <Row title={needsAddress ? "Paquetería" : "Recoger en tienda"} name="carrier" onChange={onChange}>
            {carrier ? (
              <>
                {carrier.name}
                <span className="block text-soft">
                  {[carrier.address, carrier.description].filter(Boolean).join(". ")}
                </span>
              </>
            ) : (
              <span className="text-warning">Elige cómo te lo enviamos.</span>
            )}
          </Row>
        </>
      )}
    </div>
  );
}

interface RowProps {
  title: string;
  /** The name of the button, for links to it. */
  name?: string;
  onChange: () => void;
  children: ReactNode;
}

function Row({ title, name, onChange, children }: RowProps) {
  return (
    <section className="grid grid-cols-[1fr_auto] gap-x-4 py-4 sm:grid-cols-[11rem_1fr_auto]">
      <h3 className="text-sm text-soft">{title}</h3>
      <p className="min-w-0 wrap-anywhere max-sm:col-start-1">{children}</p>
      <Button
        variant="quiet"
        name={name}
        className="-mr-2 -mt-2 self-start max-sm:col-start-2 max-sm:row-span-2 max-sm:row-start-1"
        onClick={onChange}
      >
        Cambiar<span className="sr-only"> {title.toLowerCase()}</span>
      </Button>
    </section>
  );
}
