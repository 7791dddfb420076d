import { useRef, type RefObject } from "react";
import { Form, Link, useNavigation } from "react-router";
import { format24HourTime } from "../../../../domain/dates.ts";
import { formatMoney } from "../../../../domain/money.ts";
import { formatPhone } from "../../../../domain/phone.ts";
import { Button } from "../../../ui/button.tsx";
import { CheckField, RadioCard, SelectField, TextField } from "../../../ui/field.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { AddressFormFields } from "../../kit/address-form-fields.tsx";
import { PageHead } from "../../kit/page-head.tsx";
import { CodeField } from "../../kit/scan/code-field.tsx";
import type { CodeResult } from "../../kit/scan/use-code-queue.ts";
import { Section } from "../../kit/section.tsx";
import { officePaths } from "../../paths.ts";
import { FoundProducts } from "../found-products.tsx";
import type { FieldName, loader } from "./route.tsx";
import { Summary } from "./summary.tsx";
import { useOrderScanner } from "./use-order-scanner.ts";

type LoaderData = Awaited<ReturnType<typeof loader>>;
export type OrderForm = LoaderData["order"];

export interface SubmitResult {
  codeResult?: CodeResult & { code: string };
  failure?: string;
  errors?: Record<string, string>;
  quote?: Parameters<typeof Summary>[0]["quote"];
}

interface SectionProps {
  order: OrderForm;
  errors: Record<string, string>;
}

/**
 * An order that staff take by phone. The page is one form, and each button sends all of it, so that typed values stay
 * even without JavaScript. Added pieces are reserved as in a customer's cart.
 */
export function NewOrderScreen({
  shops,
  order,
  result,
}: {
  shops: LoaderData["shops"];
  order: OrderForm;
  result: SubmitResult;
}) {
  const errors = result.errors ?? {};
  const form = useRef<HTMLFormElement>(null);
  return (
    <>
      <PageHead
        title="Pedido nuevo"
        back={{ to: officePaths.orders, label: "Pedidos" }}
        lead={`Para ${order.shop.name}: quien llama o escribe por WhatsApp.`}
      />
      {shops.length > 1 && (
        <ul aria-label="Tienda" className="flex flex-wrap gap-2 text-sm">
          {shops.map(({ key, name }) => (
            <li key={key}>
              <Link
                to={`${officePaths.newOrder}?tienda=${key}`}
                aria-current={key === order.shop.key ? "page" : undefined}
                className="flex min-h-11 items-center rounded-full border border-line bg-card px-4 font-semibold aria-[current]:border-accent-strong aria-[current]:bg-accent-soft"
              >
                {name}
              </Link>
            </li>
          ))}
        </ul>
      )}
      {result.failure && <Notice tone="error" alert title={result.failure} />}
      <Form ref={form} method="post" key={order.shop.key} className="space-y-6">
        {/* The first submit button handles Enter: it searches and never places the order. */}
        <button type="submit" name="intent" value="find" className="sr-only" tabIndex={-1} aria-hidden>
          Buscar
        </button>
        <input type="hidden" name="shop" value={order.shop.key} />
        <input type="hidden" name="cart" value={order.typedValues.cart} />
        <Products order={order} result={result} form={form} />
        <Lines order={order} />
        <CustomerFields order={order} errors={errors} />
        {order.needsParcel && <ShippingFields order={order} errors={errors} />}
        <PaymentFields order={order} errors={errors} />
        {result.quote && order.lines.length > 0 && <Summary quote={result.quote} />}
        <SubmitButton label="Ver el total" value="review" variant={result.quote ? "secondary" : "primary"} />
      </Form>
    </>
  );
}

function SubmitButton({ label, value, variant }: { label: string; value: string; variant?: "primary" | "secondary" }) {
  const { state, formData } = useNavigation();
  const busy = state === "submitting" && formData?.get("intent") === value;
  return (
    <Button type="submit" name="intent" value={value} variant={variant} busy={busy}>
      {label}
    </Button>
  );
}

function Products({
  order,
  result,
  form,
}: {
  order: OrderForm;
  result: SubmitResult;
  form: RefObject<HTMLFormElement | null>;
}) {
  const { codeResult, scan } = useOrderScanner(form, result);
  return (
    <Section title="Productos">
      <div className="flex flex-wrap items-start gap-3">
        <div className="min-w-52 grow">
          <CodeField
            name="q"
            label="Buscar un producto"
            hint="Un código de barras o SKU agrega la talla."
            defaultValue={order.typedValues.q}
            codeResult={codeResult}
            onCode={scan}
          />
        </div>
        <div className="w-28">
          {/* The key resets the field to 1 after pieces are added. */}
          <TextField
            key={order.lines.reduce((sum, { pieces }) => sum + pieces, 0)}
            name="pieces"
            type="number"
            label="Piezas"
            min={1}
            max={999}
            defaultValue="1"
          />
        </div>
        <div className="mt-6.5">
          <SubmitButton label="Buscar" value="find" variant="secondary" />
        </div>
      </div>
      {order.products && (
        <FoundProducts
          products={order.products}
          buttonPropsOf={({ id }, size) => ({ type: "submit", name: "intent", value: `add:${id}:${size.id}` })}
        />
      )}
    </Section>
  );
}

function Lines({ order: { lines, expiresAt } }: { order: OrderForm }) {
  if (lines.length === 0) return null;
  return (
    <Section title="En el pedido">
      <ul aria-label="En el pedido" className="divide-y divide-line text-sm">
        {lines.map(({ sizeId, productId, name, pieces, maxPieces, priceCents }) => (
          <li key={sizeId} className="flex flex-wrap items-end gap-x-4 gap-y-2 py-3">
            <span className="min-w-40 grow">
              <span className="font-semibold">{name}</span>
              <span className="block text-soft">{formatMoney(priceCents)} cada una</span>
            </span>
            <label className="flex items-center gap-2">
              <span className="sr-only">Piezas de {name}</span>
              <input
                // The key resets the field to the cart's pieces after a refusal.
                key={pieces}
                type="number"
                name={`pieces:${sizeId}`}
                min={0}
                max={maxPieces}
                defaultValue={pieces}
                className="min-h-11 w-24 rounded-box border border-edge bg-card px-3 text-base"
              />
              <span className="text-soft">de {maxPieces}</span>
            </label>
            <button
              type="submit"
              name="intent"
              value={`remove:${productId}:${sizeId}`}
              aria-label={`Quitar ${name}`}
              className="min-h-11 px-2 font-semibold underline underline-offset-4"
            >
              Quitar
            </button>
          </li>
        ))}
      </ul>
      <SubmitButton label="Guardar piezas" value="set" variant="secondary" />
      {expiresAt && (
        <p className="text-sm text-soft">
          Apartadas hasta las {format24HourTime(expiresAt)}; cada pieza que agregas empieza la cuenta otra vez.
        </p>
      )}
    </Section>
  );
}

const fieldProps = (order: OrderForm, errors: Record<string, string>, name: FieldName, label: string) => ({
  name,
  label,
  defaultValue: order.typedValues[name],
  error: errors[name],
  required: false,
  autoComplete: "off",
});

function CustomerFields({ order, errors }: SectionProps) {
  const chosenCustomerId = order.customer?.id ?? "";
  const otherCustomers = order.foundCustomers.filter(({ id }) => id !== chosenCustomerId);
  return (
    <Section title="Quién compra">
      <div className="flex flex-wrap items-end gap-3">
        <div className="min-w-52 grow">
          <TextField
            name="who"
            label="Buscar cliente"
            hint="Teléfono, correo o nombre"
            optional
            defaultValue={order.typedValues.who}
            autoComplete="off"
          />
        </div>
        <div className="pb-6.5">
          <SubmitButton label="Buscar cliente" value="find" variant="secondary" />
        </div>
      </div>
      {order.typedValues.who && order.foundCustomers.length === 0 && (
        <p className="text-sm text-soft">Nadie con ese dato: escribe abajo quién es.</p>
      )}
      {(order.customer || otherCustomers.length > 0) && (
        <fieldset key={chosenCustomerId} className="space-y-2">
          <legend className="sr-only">Cliente</legend>
          {order.customer && (
            <RadioCard name="customerId" value={chosenCustomerId} defaultChecked title={order.customer.name}>
              {formatPhone(order.customer.phone)}
            </RadioCard>
          )}
          {otherCustomers.map((otherCustomer) => (
            <RadioCard key={otherCustomer.id} name="customerId" value={otherCustomer.id} title={otherCustomer.name}>
              {[
                formatPhone(otherCustomer.phone),
                otherCustomer.email,
                otherCustomer.isRegistered ? "con cuenta" : "invitado",
              ]
                .filter(Boolean)
                .join(" · ")}
            </RadioCard>
          ))}
          <RadioCard name="customerId" value="" defaultChecked={chosenCustomerId === ""} title="Alguien nuevo" />
          {otherCustomers.length > 0 && <SubmitButton label="Usar este cliente" value="find" variant="secondary" />}
        </fieldset>
      )}
      {chosenCustomerId === "" && (
        <div className="grid gap-4 md:grid-cols-2">
          <TextField {...fieldProps(order, errors, "name", "Nombre")} />
          <TextField {...fieldProps(order, errors, "lastName", "Apellidos")} />
          <TextField {...fieldProps(order, errors, "phone", "Teléfono")} inputMode="tel" hint="10 dígitos" />
          <TextField {...fieldProps(order, errors, "email", "Correo")} optional type="email" />
        </div>
      )}
    </Section>
  );
}

function ShippingFields({ order, errors }: SectionProps) {
  const { carriers, customer, typedValues } = order;
  const addresses = customer?.addresses ?? [];
  const chosenAddressId = addresses.some(({ id }) => id === typedValues.addressId) ? typedValues.addressId : "";
  return (
    <Section title="A dónde se manda">
      {addresses.length > 0 && (
        <fieldset key={customer?.id} className="space-y-2">
          <legend className="sr-only">Dirección</legend>
          {addresses.map(({ id, addressText }) => (
            <RadioCard
              key={id}
              name="addressId"
              value={id}
              defaultChecked={id === chosenAddressId}
              title={addressText}
            />
          ))}
          <RadioCard name="addressId" value="" defaultChecked={chosenAddressId === ""} title="Otra dirección" />
        </fieldset>
      )}
      <div className="grid gap-4 md:grid-cols-2">
        <AddressFormFields initialAddress={typedValues} errors={errors} />
        <SelectField name="carrier" label="Paquetería" defaultValue={typedValues.carrier}>
          {carriers.map(({ id, name, priceCents }) => (
            <option key={id} value={id}>
              {name} · {formatMoney(priceCents)}
            </option>
          ))}
        </SelectField>
      </div>
      {carriers.some(({ canInsure }) => canInsure) && (
        <CheckField name="insured" value="1" defaultChecked={typedValues.insured !== ""} label="Con seguro de envío">
          Donde la paquetería lo ofrece.
        </CheckField>
      )}
    </Section>
  );
}

const METHOD_LABEL = { TB: "Transferencia", MP: "En línea (tarjeta, efectivo en tiendas)" };

function PaymentFields({ order, errors }: SectionProps) {
  const { methods, typedValues } = order;
  return (
    <Section title="Cómo paga">
      <fieldset className="grid gap-2 md:grid-cols-2">
        <legend className="sr-only">Forma de pago</legend>
        {methods.map((method, index) => (
          <RadioCard
            key={method}
            name="method"
            value={method}
            defaultChecked={typedValues.method === method || (typedValues.method === "" && index === 0)}
            title={METHOD_LABEL[method]}
          />
        ))}
      </fieldset>
      <div className="grid gap-4 md:grid-cols-3">
        <TextField {...fieldProps(order, errors, "coupon", "Cupón")} optional maxLength={60} />
        <TextField
          {...fieldProps(order, errors, "discount", "Tu descuento")}
          optional
          maxLength={20}
          hint="10% o pesos, sobre lo que quede de los productos."
        />
        <TextField
          {...fieldProps(order, errors, "discountReason", "Por qué")}
          optional
          maxLength={60}
          hint="El cliente lo lee en su pedido."
        />
      </div>
    </Section>
  );
}
