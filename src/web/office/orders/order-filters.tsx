import { useState } from "react";
import { useSearchParams } from "react-router";
import { ORDER_STATUS_LABEL, ORDER_STATUSES } from "../../../domain/order-status.ts";
import { ORDER_FLAG_LABEL, ORDER_FLAGS } from "../../../domain/payment.ts";
import { CheckField, SelectField, TextField } from "../../ui/field.tsx";
import { Filters } from "../kit/filters.tsx";

const MORE_FILTER_NAMES = new Set([
  "estado",
  "tienda",
  "pago",
  "aviso",
  "comprobante",
  "paqueteria",
  "del",
  "al",
  "preventa",
  "orden",
]);

interface Choices {
  shops: readonly { key: string; name: string }[];
  carriers: readonly { id: string; name: string }[];
  seesMoney: boolean;
}

/** Search and filters of the list of orders. The summary of the collapsed filters shows how many are active. */
export function OrderFilters({ shops, carriers, seesMoney }: Choices) {
  const [searchParams] = useSearchParams();
  const activeFilterCount = [...searchParams].filter(
    ([name, value]) => MORE_FILTER_NAMES.has(name) && value !== "",
  ).length;
  // Each choice navigates and renders the form again. This state keeps the block open.
  const [isOpen, setOpen] = useState(false);
  const moreFilters = (
    <details open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="inline-flex min-h-11 cursor-pointer items-center text-sm font-semibold underline underline-offset-4">
        {activeFilterCount === 0 ? "Más filtros" : `Más filtros (${activeFilterCount})`}
      </summary>
      <MoreFilters {...{ shops, carriers, seesMoney, searchParams }} />
    </details>
  );
  return (
    <Filters
      label="Buscar pedidos"
      hint="Número, nombre, teléfono, correo, guía, producto, boleto, pago o factura"
      moreFilters={moreFilters}
    />
  );
}

function MoreFilters({ shops, carriers, seesMoney, searchParams }: Choices & { searchParams: URLSearchParams }) {
  const valueOf = (name: string) => searchParams.get(name) ?? "";
  return (
    <div className="space-y-4 pt-2">
      <StatusChoice chosenStatuses={searchParams.getAll("estado")} />
      <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
        {shops.length > 1 && (
          <SelectField name="tienda" label="Tienda" defaultValue={valueOf("tienda")}>
            <option value="">Todas</option>
            {shops.map(({ key, name }) => (
              <option key={key} value={key}>
                {name}
              </option>
            ))}
          </SelectField>
        )}
        <SelectField name="pago" label="Forma de pago" defaultValue={valueOf("pago")}>
          <option value="">Todas</option>
          <option value="MP">En línea</option>
          <option value="TB">Transferencia</option>
        </SelectField>
        <SelectField name="paqueteria" label="Paquetería" defaultValue={valueOf("paqueteria")}>
          <option value="">Todas</option>
          {carriers.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
        <SelectField name="preventa" label="Preventa" defaultValue={valueOf("preventa")}>
          <option value="">Con y sin</option>
          <option value="1">Solo preventa</option>
          <option value="0">Sin preventa</option>
        </SelectField>
        {seesMoney && (
          <SelectField name="aviso" label="Avisos de pago" defaultValue={valueOf("aviso")}>
            <option value="">Con y sin</option>
            <option value="todos">Con algún aviso</option>
            {ORDER_FLAGS.map((flag) => (
              <option key={flag} value={flag}>
                {ORDER_FLAG_LABEL[flag]}
              </option>
            ))}
          </SelectField>
        )}
        <SelectField name="orden" label="Orden" defaultValue={valueOf("orden")}>
          <option value="">Los más nuevos primero</option>
          <option value="antiguos">Los que más esperan primero</option>
        </SelectField>
        <TextField name="del" type="date" label="Del día" defaultValue={valueOf("del")} required={false} />
        <TextField name="al" type="date" label="Al día" defaultValue={valueOf("al")} required={false} />
      </div>
      {seesMoney && (
        <CheckField
          name="comprobante"
          value="1"
          label={<span className="text-sm font-normal">Con comprobante por revisar</span>}
          defaultChecked={valueOf("comprobante") === "1"}
        />
      )}
    </div>
  );
}

function StatusChoice({ chosenStatuses }: { chosenStatuses: readonly string[] }) {
  return (
    <fieldset>
      <legend className="pb-2 text-sm font-semibold">Estado</legend>
      <div className="flex flex-wrap gap-x-5 gap-y-2">
        {ORDER_STATUSES.map((status) => (
          <CheckField
            key={status}
            name="estado"
            value={status}
            label={<span className="text-sm font-normal">{ORDER_STATUS_LABEL[status]}</span>}
            defaultChecked={chosenStatuses.includes(status)}
          />
        ))}
      </div>
    </fieldset>
  );
}
