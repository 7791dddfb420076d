import type { Ref } from "react";
import type { Problem } from "../../../contract/problem.ts";
import type { PublicShop } from "../../../contract/shop.ts";
import { phoneDigits } from "../../../domain/phone.ts";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/field.tsx";
import { Form } from "../../ui/form.tsx";
import { Notice } from "../../ui/notice.tsx";
import { useForm } from "../../ui/use-form.ts";
import { ContactStaff } from "./contact-staff.tsx";
import type { InvoiceDraft } from "./draft.ts";

type Lookup = InvoiceDraft["lookup"];

/** The first step: finds the order to invoice by its number and phone number. */
export function LookupStep({
  headingRef,
  shop,
  lookup,
  onChange,
  problem,
  busy,
  onSearch,
}: {
  headingRef: Ref<HTMLHeadingElement>;
  shop: PublicShop;
  lookup: Lookup;
  onChange: (lookup: Lookup) => void;
  problem: Problem | null;
  busy: boolean;
  onSearch: () => Promise<void>;
}) {
  const form = useForm(lookup, onChange);
  const submit = async (): Promise<void> => {
    if (!form.showErrors(fieldErrors(lookup))) await onSearch();
  };
  return (
    <section aria-labelledby="pedido" className="space-y-5">
      <h2 ref={headingRef} id="pedido" tabIndex={-1} className="text-xl">
        Busca tu pedido
      </h2>
      <p className="text-soft">Con su número y el teléfono con el que lo hiciste. Se factura cuando ya se envió.</p>
      {problem &&
        (problem.status === 404 ? (
          <OrderNotFoundNotice shop={shop} />
        ) : (
          <Notice tone="error" alert title={problem.detail} />
        ))}
      <Form form={{ ...form, busy }} onSubmit={submit}>
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField
            {...form.field("reference")}
            label="Número de pedido"
            inputMode="numeric"
            autoComplete="off"
            placeholder="100042"
            maxLength={20}
            hint="Está en tu recibo y en tu correo."
          />
          <TextField
            {...form.field("phone")}
            label="Teléfono"
            type="tel"
            inputMode="tel"
            autoComplete="tel-national"
            placeholder="10 dígitos"
            maxLength={30}
            hint="El que diste al hacer el pedido."
          />
        </div>
        <Button type="submit" busy={busy} className="max-sm:w-full">
          Buscar mi pedido
        </Button>
      </Form>
    </section>
  );
}

function fieldErrors({ reference, phone }: Lookup): Record<keyof Lookup, string | undefined> {
  const bareReference = reference.replaceAll(/[\s#]/g, "");
  const typedDigitCount = phone.replaceAll(/\D/g, "").length;
  return {
    reference: /^\d{1,15}$/.test(bareReference)
      ? undefined
      : bareReference === ""
        ? "Escribe el número de tu pedido"
        : "El número de pedido solo lleva números",
    phone: phoneDigits(phone)
      ? undefined
      : typedDigitCount === 0
        ? "Escribe tu teléfono"
        : `Escribe 10 dígitos; llevas ${typedDigitCount}`,
  };
}

/** What to check when an order is not found (rule INVOICE-8). */
function OrderNotFoundNotice({ shop }: { shop: PublicShop }) {
  return (
    <Notice tone="error" alert title="No pudimos encontrar tu pedido">
      <ul className="list-disc space-y-1 pl-5">
        <li>Revisa el número de pedido: está en tu recibo.</li>
        <li>Revisa que el teléfono sea el mismo con el que lo hiciste.</li>
        <li>Tu pedido ya debe estar Enviado: hasta entonces no se factura.</li>
        <li>
          Si todo está bien, <ContactStaff shop={shop} />.
        </li>
      </ul>
    </Notice>
  );
}
