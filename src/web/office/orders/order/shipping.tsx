import { Link } from "react-router";
import { PICKUP_STATE_LABEL } from "../../../../domain/pickup.ts";
import { buttonClasses } from "../../../ui/button.tsx";
import { TextField } from "../../../ui/field.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { AddressFormFields } from "../../kit/address-form-fields.tsx";
import { Facts } from "../../kit/facts.tsx";
import { Section } from "../../kit/section.tsx";
import { officePaths } from "../../paths.ts";
import { ActionForm, findTypedValue, type ActionData, type OrderView } from "./action-form.tsx";

/** The order's address and carrier, or its pick-up point. The address can be changed until the order is shipped. */
export function Shipping({ order, actionData }: { order: OrderView; actionData: ActionData }) {
  const { address } = order;
  if (order.pickup) {
    const { name, state, collector } = order.pickup;
    return (
      <Section title="Recoger en tienda">
        <p className="text-sm">
          {name} · {PICKUP_STATE_LABEL[state]}
          {collector && <span className="block">También puede recogerlo {collector}.</span>}
        </p>
        <Link
          to={`${officePaths.pickups()}?q=${order.reference}`}
          className="text-sm font-semibold underline underline-offset-4"
        >
          Preparar o entregar
        </Link>
      </Section>
    );
  }
  if (!address) {
    return (
      <Section title="Envío">
        <p className="text-sm text-soft">Solo boletos: viajan por correo electrónico.</p>
      </Section>
    );
  }
  const isAddressRefused = actionData?.intent === "changeAddress";
  const { street, neighborhood: neigh, postalCode, city, state } = address;
  const initialAddress = { street, neigh, postalCode, city, state };
  return (
    <Section title="Envío">
      <Facts facts={{ Dirección: address.line, Paquetería: order.carrier, Rastreo: <Tracking order={order} /> }} />
      {order.sameTrackingReferences.length > 0 && (
        <Notice tone="warning" title={`La misma guía está en ${referencesText(order.sameTrackingReferences)}`}>
          Si viajan en una sola caja, está bien. Si no, corrígela.
        </Notice>
      )}
      <p className="flex flex-wrap gap-3">
        <a href={officePaths.slips([String(order.reference)])} target="_blank" className={buttonClasses("secondary")}>
          Hoja de empaque
        </a>
        <a
          href={officePaths.orderLabels([String(order.reference)])}
          target="_blank"
          className={buttonClasses("secondary")}
        >
          Etiqueta
        </a>
      </p>
      {order.actions.includes("correctTracking") && (
        <details className="text-sm" open={actionData?.intent === "correctTracking"}>
          <summary className="inline-flex min-h-11 items-center font-semibold underline underline-offset-4">
            Corregir la guía
          </summary>
          <ActionForm order={order} intent="correctTracking" submitLabel="Guardar guía" variant="secondary">
            <input type="hidden" name="seenTracking" value={order.trackingNumber ?? ""} />
            <TextField
              name="tracking"
              label="Número de rastreo correcto"
              maxLength={60}
              autoComplete="off"
              defaultValue={findTypedValue(actionData, "correctTracking", "tracking") ?? order.trackingNumber ?? ""}
              hint={
                order.customer.email
                  ? "El cliente recibe un correo con el nuevo."
                  : "El cliente no dejó correo: avísale tú."
              }
            />
          </ActionForm>
        </details>
      )}
      {order.actions.includes("changeAddress") && (
        <details className="text-sm" open={isAddressRefused}>
          <summary className="inline-flex min-h-11 items-center font-semibold underline underline-offset-4">
            Cambiar la dirección
          </summary>
          <ActionForm order={order} intent="changeAddress" submitLabel="Guardar dirección" variant="secondary">
            <p className="text-soft">Cambia solo en este pedido; sus direcciones guardadas quedan como están.</p>
            <input type="hidden" name="seenAddress" value={address.line} />
            <AddressFormFields
              initialAddress={{ ...initialAddress, ...(isAddressRefused && actionData.typedValues) }}
              errors={isAddressRefused ? actionData.errors : undefined}
            />
          </ActionForm>
        </details>
      )}
    </Section>
  );
}

function Tracking({ order: { trackingNumber, trackingUrl } }: { order: OrderView }) {
  if (trackingNumber === null || trackingUrl === null) return trackingNumber ?? "Aún no sale";
  return (
    <a href={trackingUrl} target="_blank" rel="noreferrer" className="font-semibold underline underline-offset-4">
      {trackingNumber}
      <span className="sr-only"> (se abre en la página de la paquetería)</span>
    </a>
  );
}

/** "el pedido #100", "los pedidos #100 y #101". */
function referencesText(references: readonly number[]): string {
  const referenceTexts = references.map((reference) => `#${reference}`);
  return referenceTexts.length === 1
    ? `el pedido ${referenceTexts[0]}`
    : `los pedidos ${referenceTexts.slice(0, -1).join(", ")} y ${referenceTexts.at(-1)}`;
}
