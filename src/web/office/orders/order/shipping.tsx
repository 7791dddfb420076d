import { buttonLooks } from "../../../ui/button.tsx";
import { TextField } from "../../../ui/field.tsx";
import { Facts } from "../../kit/facts.tsx";
import { Section } from "../../kit/section.tsx";
import { officePaths } from "../../paths.ts";
import { ActForm, type Said, type View } from "./act-form.tsx";

/** Where the parcel goes and by whom; the address can be changed until it is packed. */
export function Shipping({ order, said }: { order: View; said: Said }) {
  const { address } = order;
  if (!address) {
    return (
      <Section title="Envío">
        <p className="text-sm text-soft">Solo boletos: viajan por correo electrónico.</p>
      </Section>
    );
  }
  const isOurs = said?.at === "changeAddress";
  const field = (name: string, kept: string) => ({
    name,
    defaultValue: isOurs ? said.typed[name] : kept,
    error: isOurs ? said.errors?.[name] : undefined,
    maxLength: 200,
  });
  return (
    <Section title="Envío">
      <Facts facts={{ Dirección: address.line, Paquetería: order.carrier, Rastreo: order.trackingNumber }} />
      <p className="flex flex-wrap gap-3">
        <a href={officePaths.slips([String(order.reference)])} target="_blank" className={buttonLooks("secondary")}>
          Hoja de empaque
        </a>
        <a href={officePaths.labels([String(order.reference)])} target="_blank" className={buttonLooks("secondary")}>
          Etiqueta
        </a>
      </p>
      {order.acts.includes("changeAddress") && (
        <details className="text-sm" open={isOurs}>
          <summary className="inline-flex min-h-11 items-center font-semibold underline underline-offset-4">
            Cambiar la dirección
          </summary>
          <ActForm order={order} act="changeAddress" submit="Guardar dirección" look="secondary">
            <p className="text-soft">Cambia solo en este pedido; sus direcciones guardadas quedan como están.</p>
            <input type="hidden" name="seenAddress" value={address.line} />
            <TextField {...field("street", address.street)} label="Calle y número" />
            <TextField {...field("neigh", address.neighborhood)} label="Colonia" />
            <TextField {...field("postalCode", address.postalCode)} label="Código postal" inputMode="numeric" />
            <TextField {...field("city", address.city)} label="Ciudad o alcaldía" />
            <TextField {...field("state", address.state)} label="Estado" />
          </ActForm>
        </details>
      )}
    </Section>
  );
}
