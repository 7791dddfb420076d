import type { ReactNode } from "react";
import { RadioCard, TextField } from "../../ui/field.tsx";
import { Section } from "../kit/section.tsx";
import type { FormPartProps } from "./form-part.ts";
import { FoundProducts, ProductSearch } from "./product-search.tsx";
import type { RuleKind } from "./promotion-input.ts";

const CARDS: Record<RuleKind, { title: string; text: string }> = {
  percent: { title: "Porcentaje", text: "10 % menos en cada pieza" },
  amount: { title: "Monto", text: "$100 menos por compra, repartidos entre sus piezas" },
  bundle: { title: "3×2", text: "Se llevan más de las que pagan: 3×2, 2×1, 4×3" },
  second: { title: "Segunda pieza", text: "La de menor precio de cada dos, con descuento" },
  freeShipping: { title: "Envío gratis", text: "La tienda paga el envío" },
  gift: { title: "Regalo", text: "Un producto sin costo si está en el carrito" },
};

/** CSS shows only the fields of the chosen kind, so that the form works without JavaScript. */
const VISIBILITY_CLASSES: Partial<Record<RuleKind, string>> = {
  percent: "hidden group-has-[input[value=percent]:checked]/rule:grid",
  amount: "hidden group-has-[input[value=amount]:checked]/rule:grid",
  bundle: "hidden group-has-[input[value=bundle]:checked]/rule:grid",
  second: "hidden group-has-[input[value=second]:checked]/rule:grid",
  gift: "hidden group-has-[input[value=gift]:checked]/rule:grid",
};

export function RuleFields({ input, errorOf, names, searchResult }: FormPartProps) {
  return (
    <Section title="Qué da">
      <div className="group/rule space-y-5">
        <fieldset className="grid gap-3 sm:grid-cols-2">
          <legend className="sr-only">Tipo de promoción</legend>
          {Object.entries(CARDS).map(([kind, { title, text }]) => (
            <RadioCard key={kind} name="kind" value={kind} title={title} defaultChecked={input.kind === kind}>
              {text}
            </RadioCard>
          ))}
        </fieldset>
        <RuleKindFields kind="percent">
          <NumberField
            name="percent"
            label="Por ciento"
            hint="De 0.01 a 100"
            defaultValue={input.percent}
            error={input.kind === "percent" ? errorOf("rule") : undefined}
          />
        </RuleKindFields>
        <RuleKindFields kind="amount">
          <NumberField
            name="amount"
            label="Pesos"
            hint="Nunca baja de $0 lo que se paga"
            defaultValue={input.amount}
            error={input.kind === "amount" ? errorOf("rule") : undefined}
          />
        </RuleKindFields>
        <RuleKindFields kind="bundle">
          <NumberField
            name="group"
            label="Se llevan"
            hint="De 2 a 20 piezas"
            defaultValue={input.group}
            error={input.kind === "bundle" ? errorOf("rule") : undefined}
          />
          <NumberField name="paid" label="Pagan" hint="No se cobran las de menor precio" defaultValue={input.paid} />
        </RuleKindFields>
        <RuleKindFields kind="second">
          <NumberField
            name="secondPercent"
            label="Por ciento de descuento"
            defaultValue={input.secondPercent}
            error={input.kind === "second" ? errorOf("rule") : undefined}
          />
          <NumberField
            name="secondOf"
            label="De cada cuántas"
            hint="2: la segunda pieza; 3: la tercera"
            defaultValue={input.secondOf}
          />
        </RuleKindFields>
        <RuleKindFields kind="gift">
          <GiftField {...{ input, errorOf, names, searchResult }} />
        </RuleKindFields>
        <div className="grid gap-5 sm:grid-cols-2">
          <NumberField
            name="minimumSum"
            label="Desde qué suma"
            hint="En pesos, de los productos que entran. Vacío: desde la primera pieza."
            optional
            defaultValue={input.minimumSum}
            error={errorOf("minimumSum")}
          />
        </div>
      </div>
    </Section>
  );
}

function RuleKindFields({ kind, children }: { kind: RuleKind; children: ReactNode }) {
  return <div className={`${VISIBILITY_CLASSES[kind]} gap-5 sm:grid-cols-2`}>{children}</div>;
}

/** A field for a number. It is not `required`, because the fields of the kinds that are not chosen may stay empty. */
function NumberField(props: Parameters<typeof TextField>[0]) {
  return <TextField {...props} required={false} inputMode="decimal" maxLength={16} autoComplete="off" />;
}

function GiftField({ input, errorOf, names, searchResult }: FormPartProps) {
  const giftName = names[input.giftId];
  const error = input.kind === "gift" ? errorOf("gift") : undefined;
  return (
    <div className="space-y-3 sm:col-span-2">
      {giftName !== undefined && (
        <label className="flex min-h-11 items-center gap-3 text-sm">
          <input
            type="radio"
            name="giftId"
            value={input.giftId}
            defaultChecked
            className="size-5 accent-(--accent-strong)"
          />
          <span>
            Se regala <span className="font-semibold">{giftName}</span>
          </span>
        </label>
      )}
      <ProductSearch label="Busca el producto que se regala" name="giftSearch" intent="find-gift" error={error} />
      <FoundProducts result={searchResult?.field === "gift" ? searchResult : undefined}>
        {({ id, name, color }) => (
          <label className="flex min-h-11 flex-1 items-center gap-3">
            <input type="radio" name="giftId" value={id} className="size-5 accent-(--accent-strong)" />
            {[name, color].filter(Boolean).join(", ")}
          </label>
        )}
      </FoundProducts>
    </div>
  );
}
