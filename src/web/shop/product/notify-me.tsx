import { useState } from "react";
import { isEmail } from "../../../domain/username.ts";
import { call } from "../../client.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { TextField } from "../../ui/field.tsx";
import { Form } from "../../ui/form.tsx";
import { useForm } from "../../ui/use-form.ts";

interface SoldOutSize {
  id: string;
  name: string;
}

/**
 * 'Avísame': the form to join the waiting list of a sold-out size (rule WAIT-1). The typed email is kept while the
 * component is mounted: on the product's page also after the dialog is closed.
 */
export default function NotifyMe({
  product,
  sizes,
  chosenId,
  onChoose,
  open,
  onClose,
}: {
  product: { id: string; name: string; isDigital: boolean };
  /** The sold-out sizes. */
  sizes: SoldOutSize[];
  chosenId: string | null;
  onChoose: (sizeId: string) => void;
  open: boolean;
  onClose: () => void;
}) {
  const [data, setData] = useState({ email: "" });
  const [requestedSizeId, setRequestedSizeId] = useState<string | null>(null);
  const form = useForm(data, setData);
  const size = sizes.length === 1 ? sizes[0] : sizes.find(({ id }) => id === chosenId);
  const noun = product.isDigital ? "boleto" : "talla";
  const submit = async (): Promise<void> => {
    const email = data.email.trim();
    const fieldErrors = {
      size: size ? undefined : `Elige ${product.isDigital ? "el boleto" : "la talla"} que quieres`,
      email: isEmail(email) ? undefined : "Escribe tu correo, p. ej. ana@ejemplo.mx",
    };
    if (form.showErrors(fieldErrors) || !size) return;
    const params = { id: product.id, attributeId: size.id };
    const outcome = await form.waitFor(call("joinWaitingList", { params, body: { email } }));
    if (!outcome.ok) return form.showProblem(outcome.problem);
    setRequestedSizeId(size.id);
  };
  return (
    <Dialog open={open} onClose={onClose} title="Avísame cuando vuelva">
      {size && requestedSizeId === size.id ? (
        <RequestedMessage email={data.email.trim()} onClose={onClose} />
      ) : (
        <Form form={form} onSubmit={submit}>
          <p>
            <strong>{product.name}</strong>
            {sizes.length === 1 && ` · ${noun} ${size?.name}`}
          </p>
          {sizes.length > 1 && (
            <SizeChoice
              legend={`${product.isDigital ? "Boleto agotado" : "Talla agotada"} que quieres`}
              sizes={sizes}
              chosenId={size?.id}
              error={form.errors.size}
              onChoose={(sizeId) => {
                form.setFieldError("size", undefined);
                onChoose(sizeId);
              }}
            />
          )}
          <TextField
            {...form.field("email")}
            label="Correo electrónico"
            type="email"
            autoComplete="email"
            hint="Solo para este aviso. Cuando sea tu turno te apartamos una pieza durante una hora."
            maxLength={254}
          />
          <Button type="submit" wide busy={form.busy}>
            Avísame
          </Button>
        </Form>
      )}
    </Dialog>
  );
}

function RequestedMessage({ email, onClose }: { email: string; onClose: () => void }) {
  return (
    <div role="status" className="space-y-5">
      <p>
        Te escribimos a <strong className="break-all">{email}</strong>. Abre el enlace del correo para confirmar tu
        lugar: sin eso no te podemos apartar nada.
      </p>
      <p className="text-sm text-soft">
        Cuando vuelva una pieza y sea tu turno, te la apartamos una hora. Si no te llega el correo, mira en la carpeta
        de no deseados.
      </p>
      <Button wide onClick={onClose}>
        Entendido
      </Button>
    </div>
  );
}

function SizeChoice({
  legend,
  sizes,
  chosenId,
  error,
  onChoose,
}: {
  legend: string;
  sizes: SoldOutSize[];
  chosenId: string | undefined;
  error: string | undefined;
  onChoose: (sizeId: string) => void;
}) {
  return (
    <fieldset className="space-y-2">
      <legend className="text-sm font-semibold">{legend}</legend>
      <div className="flex max-h-48 flex-wrap -m-1 gap-2 overflow-y-auto p-1">
        {sizes.map(({ id, name }) => (
          <label
            key={id}
            className="relative grid min-h-11 min-w-13 place-items-center border border-edge px-3 text-sm font-semibold has-checked:border-ink has-checked:bg-ink has-checked:text-paper has-focus-visible:outline-2 has-focus-visible:outline-offset-2"
          >
            <input
              type="radio"
              name="size"
              value={id}
              checked={chosenId === id}
              onChange={() => onChoose(id)}
              className="absolute inset-0 opacity-0"
            />
            {name}
          </label>
        ))}
      </div>
      {error && <p className="text-sm font-semibold text-error">{error}</p>}
    </fieldset>
  );
}
