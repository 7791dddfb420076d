import { RadioCard, TextField } from "../../ui/field.tsx";
import { Section } from "../kit/section.tsx";
import type { FormPartProps } from "./form-part.ts";

/** Whether a new promotion needs a code, and which codes. A stored promotion cannot change whether it needs one. */
export function CouponFields({ input, errorOf }: FormPartProps) {
  return (
    <Section title="Cupón">
      <div className="group/coupon space-y-5">
        <fieldset className="grid gap-3 sm:grid-cols-3">
          <legend className="sr-only">Con cupón o sin él</legend>
          <RadioCard name="couponKind" value="none" title="Sin cupón" defaultChecked={input.coupon === "none"}>
            Se aplica sola
          </RadioCard>
          <RadioCard name="couponKind" value="one" title="Un código" defaultChecked={input.coupon === "one"}>
            El mismo para todos
          </RadioCard>
          <RadioCard name="couponKind" value="many" title="Muchos códigos" defaultChecked={input.coupon === "many"}>
            De un uso cada uno
          </RadioCard>
        </fieldset>
        <div className="hidden gap-5 group-has-[input[value=one]:checked]/coupon:grid sm:grid-cols-2">
          <TextField
            name="couponCode"
            label="Código"
            hint="De 3 a 40 letras sin acento, números o guiones: BUENFIN10"
            maxLength={60}
            required={false}
            autoComplete="off"
            className="uppercase"
            defaultValue={input.couponCode}
            error={errorOf("couponCode")}
          />
          <TextField
            name="maxUses"
            label="Usos en total"
            hint="Vacío: sin límite"
            inputMode="numeric"
            maxLength={7}
            optional
            defaultValue={input.maxUses}
            error={errorOf("maxUses")}
          />
        </div>
        <div className="hidden gap-5 group-has-[input[value=many]:checked]/coupon:grid sm:grid-cols-2">
          <CodeBatchFields count={input.count} prefix={input.prefix} error={errorOf("count")} />
        </div>
      </div>
    </Section>
  );
}

/** How many random codes to create, and their prefix. */
export function CodeBatchFields({
  count,
  prefix,
  error,
}: {
  count: string;
  prefix: string;
  error?: string | undefined;
}) {
  return (
    <>
      <TextField
        name="count"
        label="Cuántos"
        hint="A lo más 10,000 a la vez; los descargas en un CSV"
        inputMode="numeric"
        maxLength={6}
        required={false}
        defaultValue={count}
        error={error}
      />
      <TextField
        name="prefix"
        label="Empiezan con"
        hint="El resto es al azar: BUENFIN-7KQ2M4XA"
        maxLength={20}
        optional
        autoComplete="off"
        className="uppercase"
        defaultValue={prefix}
      />
    </>
  );
}
