import type { BodyMeasure } from "../../../../domain/size-guide.ts";
import { Button } from "../../../ui/button.tsx";
import { CheckField, TextField } from "../../../ui/field.tsx";
import { Form } from "../../../ui/form.tsx";
import type { BuyableSize } from "../../use-add-to-cart.ts";
import { recommendedSizeNames, recommendationText } from "./recommendation-text.ts";
import type { useSizeAdvisor } from "./use-size-advisor.ts";

const FIELD: Record<BodyMeasure, { label: string; hint: string }> = {
  chest: { label: "Tu pecho o busto, en cm", hint: "Alrededor de la parte más ancha." },
  waist: { label: "Tu cintura, en cm", hint: "Alrededor de la parte más angosta." },
  hip: { label: "Tu cadera, en cm", hint: "Alrededor de la parte más ancha." },
  foot: { label: "El largo de tu pie, en cm", hint: "Del talón a la punta del dedo más largo." },
  inseam: { label: "Tu entrepierna, en cm", hint: "De la ingle al tobillo, por dentro." },
};

interface Props {
  /** The measures that the customer is asked for. */
  asked: readonly BodyMeasure[];
  advisor: ReturnType<typeof useSizeAdvisor>;
  sizes: BuyableSize[];
  inCart: ReadonlySet<string>;
  onChoose: (sizeId: string) => void;
}

/**
 * '¿Cuál es mi talla?': a recommendation from up to two measures. They are stored only if a signed-in customer asks for
 * it.
 */
export function SizeAdvisor(props: Props) {
  const { asked, advisor } = props;
  const { form, maySave, recommendation, saveMessage } = advisor;
  if (asked.length === 0) return null;
  return (
    <section aria-labelledby="size-advisor" className="space-y-4 border-t border-line pt-5">
      <h3 id="size-advisor" className="font-bold">
        ¿Cuál es mi talla?
      </h3>
      <Form form={form} onSubmit={advisor.submit}>
        <div className="grid gap-4 sm:grid-cols-2">
          {asked.map((measure) => (
            <TextField
              key={measure}
              {...form.field(measure)}
              {...FIELD[measure]}
              inputMode="decimal"
              autoComplete="off"
              maxLength={10}
            />
          ))}
        </div>
        {maySave && (
          <CheckField
            label="Guardar mis medidas en mi cuenta"
            checked={advisor.shouldSave}
            onChange={({ target }) => advisor.setShouldSave(target.checked)}
          >
            Si no lo marcas, no las guardamos.
          </CheckField>
        )}
        <Button type="submit" wide busy={form.busy}>
          Ver mi talla
        </Button>
      </Form>
      <div role="status" className="space-y-3">
        {recommendation && (
          <p className="rounded-box bg-sand p-4 font-semibold">{recommendationText(recommendation)}</p>
        )}
        {recommendation &&
          recommendedSizeNames(recommendation).map((name) => <RecommendedSize key={name} name={name} {...props} />)}
        {saveMessage && <p className="text-sm text-soft">{saveMessage}</p>}
      </div>
    </section>
  );
}

function RecommendedSize({ name, sizes, inCart, onChoose }: Props & { name: string }) {
  const size = sizes.find((candidate) => candidate.name === name);
  if (!size) return <p className="text-sm text-soft">Este producto no viene en {name}.</p>;
  if (inCart.has(size.id)) return <p className="text-sm text-soft">{name} ya está en tu carrito.</p>;
  if (size.max === 0) return <p className="text-sm text-soft">{name} está agotada por ahora.</p>;
  return (
    <Button className="mr-3" onClick={() => onChoose(size.id)}>
      Elegir talla {name}
    </Button>
  );
}
