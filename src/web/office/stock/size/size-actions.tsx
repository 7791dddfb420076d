import { Link } from "react-router";
import type { OnHand } from "../../../../server/stock/on-hand.ts";
import { CheckField, SelectField, TextField } from "../../../ui/field.tsx";
import { PostForm } from "../../kit/post-form.tsx";
import { Section } from "../../kit/section.tsx";
import { officePaths } from "../../paths.ts";

interface ActionData {
  failure: string;
  intent: string;
  typed?: Record<"pieces" | "reason" | "cause", string>;
}

const PIECES_FIELD = {
  name: "pieces",
  label: "Piezas",
  inputMode: "numeric",
  maxLength: 6,
  autoComplete: "off",
} as const;

/** The forms that receive, count and write off pieces of a size, and the form of its low-stock threshold. */
export function SizeActions({
  size,
  lowStockThreshold,
  deliveryId,
  actionData,
}: {
  size: OnHand;
  lowStockThreshold: number;
  deliveryId: string;
  actionData?: ActionData;
}) {
  const resultOf = (intent: string) => (actionData?.intent === intent ? actionData : undefined);
  return (
    <div className="grid gap-6 md:grid-cols-2">
      <Section title="Recibir">
        <PostForm submitLabel="Recibir" failure={resultOf("receive")?.failure} preventScrollReset>
          <input type="hidden" name="intent" value="receive" />
          <input type="hidden" name="delivery" value={deliveryId} />
          <TextField {...PIECES_FIELD} defaultValue={resultOf("receive")?.typed?.pieces} />
          <TextField
            name="reason"
            label="De dónde viene"
            hint="Remisión, factura o proveedor"
            maxLength={120}
            defaultValue={resultOf("receive")?.typed?.reason}
          />
        </PostForm>
      </Section>
      <Section title="Contar">
        <PostForm action={officePaths.stockCount(size.productId)} submitLabel="Ver la diferencia" variant="secondary">
          <TextField
            {...PIECES_FIELD}
            name={`counted-${size.sizeId}`}
            label="Piezas contadas"
            hint="Todas las que están aquí, también las de carritos y pedidos sin enviar"
          />
          {size.inOrders > 0 && (
            <CheckField name="withoutOrders" value="1" label="Lo de pedidos sin enviar está aparte">
              No lo conté.
            </CheckField>
          )}
          <p className="text-sm">
            <Link to={officePaths.stockCount(size.productId)} className="font-semibold underline underline-offset-4">
              Contar todas sus tallas
            </Link>
          </p>
        </PostForm>
      </Section>
      <WriteOff data={resultOf("writeOff")} />
      <Section title="Poca existencia">
        <PostForm submitLabel="Guardar" variant="secondary">
          <input type="hidden" name="intent" value="setThreshold" />
          <TextField
            name="lowStockThreshold"
            label="Marcar esta talla cuando queden estas piezas o menos"
            hint={`Vacío: como todas, ${lowStockThreshold}`}
            inputMode="numeric"
            maxLength={6}
            optional
            defaultValue={size.lowStockThreshold ?? ""}
          />
        </PostForm>
      </Section>
    </div>
  );
}

function WriteOff({ data }: { data: ActionData | undefined }) {
  return (
    <Section title="Dar de baja">
      <PostForm submitLabel="Dar de baja" variant="secondary" failure={data?.failure} preventScrollReset>
        <input type="hidden" name="intent" value="writeOff" />
        <TextField {...PIECES_FIELD} hint="De las que están a la venta" defaultValue={data?.typed?.pieces} />
        <SelectField name="cause" label="Motivo" defaultValue={data?.typed?.cause}>
          <option>Dañada</option>
          <option>Perdida o robada</option>
          <option>Muestra o regalo</option>
          <option>Devuelta al proveedor</option>
          <option>Otro motivo</option>
        </SelectField>
        <TextField name="reason" label="Qué pasó" optional maxLength={120} defaultValue={data?.typed?.reason} />
      </PostForm>
    </Section>
  );
}
