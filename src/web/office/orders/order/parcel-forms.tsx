import type { ReactNode } from "react";
import { Link } from "react-router";
import { PARCEL_STATE_LABEL, statesStaffCanSet } from "../../../../domain/parcel.ts";
import { CheckField, SelectField, TextField } from "../../../ui/field.tsx";
import { officePaths } from "../../paths.ts";
import { ActionForm, findTypedValue, type ActionData, type OrderView } from "./action-form.tsx";

type Parcel = OrderView["parcels"][number];

interface Props {
  order: OrderView;
  actionData: ActionData;
}

const SUMMARY_CLASS = "inline-flex min-h-11 items-center font-semibold underline underline-offset-4";

/** The form that packs a new parcel. It proposes all pieces that are not in a parcel. */
export function PackParcel({ order, actionData }: Props) {
  return (
    <Collapsible
      // The key resets the fields to the remaining pieces after a parcel is packed.
      key={order.parcels.length}
      title={order.parcels.length === 0 ? "Empacar una parte…" : "Empacar lo que falta…"}
      isOpen={actionData?.intent === "packParcel"}
    >
      <ActionForm order={order} intent="packParcel" submitLabel="Empacar" variant="secondary">
        {order.unpackedLines.map(({ sizeId, name, pieces }) => (
          <div key={sizeId}>
            <input type="hidden" name="size" value={sizeId} />
            <TextField
              name={`pieces-${sizeId}`}
              label={name}
              hint={
                pieces === 1
                  ? "Falta 1 pieza. Con 0 se queda para después."
                  : `Faltan ${pieces}. Con 0 se queda para después.`
              }
              inputMode="numeric"
              maxLength={7}
              required={false}
              defaultValue={pieces}
            />
          </div>
        ))}
      </ActionForm>
    </Collapsible>
  );
}

export function MarkDelivered({ order, actionData }: Props) {
  const [firstParcel] = order.parcels;
  return (
    <Collapsible
      title={order.parcels.length > 1 || !firstParcel ? "Llegó todo lo que salió…" : "Ya llegó…"}
      isOpen={actionData?.intent === "markDelivered"}
    >
      <ActionForm order={order} intent="markDelivered" submitLabel="Marcar entregado" variant="secondary">
        <DayField />
      </ActionForm>
    </Collapsible>
  );
}

/** The actions that a parcel's state allows. */
export function ParcelForms({ order, parcel, actionData }: Props & { parcel: Parcel }) {
  const hasAction = (name: OrderView["actions"][number]) => order.actions.includes(name);
  const isTarget = (intent: OrderView["actions"][number]) =>
    actionData?.intent === intent && actionData.target === parcel.id;
  const parcelField = <input type="hidden" name="parcel" value={parcel.id} />;
  if (parcel.state === "PACKED") {
    return (
      <div className="space-y-3">
        {hasAction("handOverParcel") && <HandOver {...{ order, parcel, actionData }}>{parcelField}</HandOver>}
        <div className="flex flex-wrap gap-x-6">
          {hasAction("weighParcel") && (
            <Collapsible title="Pesar…" isOpen={isTarget("weighParcel")}>
              <ActionForm order={order} intent="weighParcel" submitLabel="Guardar peso" variant="secondary">
                {parcelField}
                <TextField
                  name="grams"
                  label="Peso en gramos"
                  inputMode="numeric"
                  maxLength={9}
                  defaultValue={parcel.weightGrams ?? ""}
                />
              </ActionForm>
            </Collapsible>
          )}
          {hasAction("handOverParcel") && (
            <Link to={officePaths.carrierLabels([parcel.id])} className={SUMMARY_CLASS}>
              Guía de la paquetería…
            </Link>
          )}
          {hasAction("unpackParcel") && (
            <ActionForm order={order} intent="unpackParcel" submitLabel="Desempacar" variant="secondary">
              {parcelField}
            </ActionForm>
          )}
        </div>
      </div>
    );
  }
  return (
    <div className="flex flex-wrap gap-x-6">
      {hasAction("moveParcel") && (
        <Collapsible title="Cambiar su estado…" isOpen={isTarget("moveParcel")}>
          <ActionForm order={order} intent="moveParcel" submitLabel="Guardar estado" variant="secondary">
            {parcelField}
            <input type="hidden" name="seen" value={parcel.state} />
            <SelectField name="to" label="Ahora está">
              {statesStaffCanSet(parcel.state).map((state) => (
                <option key={state} value={state}>
                  {PARCEL_STATE_LABEL[state]}
                </option>
              ))}
            </SelectField>
            <DayField />
          </ActionForm>
        </Collapsible>
      )}
      {hasAction("correctParcelGuide") && (
        <Collapsible title="Corregir su guía…" isOpen={isTarget("correctParcelGuide")}>
          <ActionForm order={order} intent="correctParcelGuide" submitLabel="Guardar guía" variant="secondary">
            {parcelField}
            <input type="hidden" name="seenTracking" value={parcel.guide ?? ""} />
            <TextField
              name="tracking"
              label="Número de rastreo correcto"
              maxLength={60}
              autoComplete="off"
              defaultValue={parcel.guide ?? ""}
            />
          </ActionForm>
        </Collapsible>
      )}
    </div>
  );
}

function HandOver({ order, parcel, actionData, children }: Props & { parcel: Parcel; children: ReactNode }) {
  const wasRefused = actionData?.intent === "handOverParcel" && actionData.target === parcel.id;
  return (
    <ActionForm order={order} intent="handOverParcel" submitLabel="Entregar a la paquetería">
      {children}
      <TextField
        name="tracking"
        label={`Número de rastreo del paquete ${parcel.number}`}
        maxLength={60}
        autoComplete="off"
        defaultValue={
          wasRefused ? findTypedValue(actionData, "handOverParcel", "tracking") : (parcel.guide ?? undefined)
        }
      />
      <SelectField name="carrier" label="Paquetería">
        <option value="">{parcel.carrier || "La del pedido"}</option>
        {order.carriers
          .filter(({ name }) => name !== parcel.carrier)
          .map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
      </SelectField>
      {wasRefused && (
        <CheckField name="sharesBox" value="1" label="Viaja en la misma caja que el pedido que ya tiene esa guía" />
      )}
    </ActionForm>
  );
}

function DayField() {
  return <TextField name="on" type="date" label="Qué día" hint="Vacío, hoy." optional />;
}

function Collapsible({ title, isOpen, children }: { title: string; isOpen: boolean; children: ReactNode }) {
  return (
    <details className="text-sm" open={isOpen}>
      <summary className={SUMMARY_CLASS}>{title}</summary>
      <div className="pt-2">{children}</div>
    </details>
  );
}
