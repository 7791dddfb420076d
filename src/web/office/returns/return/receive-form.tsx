import { TextField } from "../../../ui/field.tsx";
import { Button } from "../../../ui/button.tsx";
import { PostForm } from "../../kit/post-form.tsx";
import { Section } from "../../kit/section.tsx";
import type { ReturnPageData } from "./route.tsx";

const DESTINATIONS = [
  ["restocked", "A existencias"],
  ["writtenOff", "De baja"],
  ["inRepair", "A reparar"],
] as const;

/** Records which pieces arrived, and whether they are restocked, written off or sent to repair. */
export function ReceiveForm({ returnRow, failure }: ReturnPageData & { failure: string | undefined }) {
  return (
    <Section title="Recibir">
      <p className="text-sm text-soft">Revisa cada pieza. Lo que no llegó queda en cero y sigue con el cliente.</p>
      <PostForm failure={failure} submitLabel="Guardar lo que llegó">
        <input type="hidden" name="intent" value="receive" />
        {returnRow.lines.map(({ position, name, pieces }) => (
          <fieldset key={position} className="space-y-2">
            <legend className="text-sm font-semibold wrap-anywhere">
              {pieces} × {name}
            </legend>
            <div className="grid grid-cols-3 gap-3">
              {DESTINATIONS.map(([field, label]) => (
                <TextField
                  key={field}
                  name={`${field}-${position}`}
                  label={label}
                  type="number"
                  min={0}
                  max={pieces}
                  inputMode="numeric"
                  required={false}
                  defaultValue={field === "restocked" ? pieces : 0}
                />
              ))}
            </div>
          </fieldset>
        ))}
      </PostForm>
    </Section>
  );
}

/** Records that pieces in repair are restocked or written off. */
export function RepairForms({ returnRow, failure }: ReturnPageData & { failure: string | undefined }) {
  return (
    <Section title="En reparación">
      {returnRow.lines
        .filter(({ inRepair }) => inRepair > 0)
        .map(({ position, name, inRepair }) => (
          <PostForm key={position} failure={failure} submitLabel="Quedó: a existencias" variant="secondary">
            {/* Enter in the field presses the first button of the form, which must not write pieces off. */}
            <button type="submit" className="sr-only" tabIndex={-1} aria-hidden />
            <input type="hidden" name="intent" value="endRepair" />
            <input type="hidden" name="position" value={position} />
            <TextField
              name="pieces"
              label={`Piezas de ${name}`}
              type="number"
              min={1}
              max={inRepair}
              defaultValue={inRepair}
            />
            <Button type="submit" name="to" value="writeOff" variant="danger" className="mr-3">
              No quedó: de baja
            </Button>
          </PostForm>
        ))}
    </Section>
  );
}
