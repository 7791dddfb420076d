import { useEffect, useRef } from "react";
import { Form, useFetcher, useNavigation } from "react-router";
import type { PromotionPreview } from "../../../server/promotions/preview-promotion.ts";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/field.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Section } from "../kit/section.tsx";
import { sentenceOf } from "../sentences.ts";
import { CouponFields } from "./coupon-fields.tsx";
import type { FormPartProps, SearchResult } from "./form-part.ts";
import type { PromotionErrors, PromotionInput } from "./promotion-input.ts";
import { RuleFields } from "./rule-fields.tsx";
import { SampleCarts } from "./sample-carts.tsx";
import { ScopeFields, type ScopeChoices } from "./scope-fields.tsx";
import { ConditionFields, PeriodAndShopFields } from "./condition-fields.tsx";

/** The form's values, and the result of its last submission. */
export interface PromotionFormState {
  input: PromotionInput;
  errors: PromotionErrors;
  /** The message of a refusal that concerns no single field. */
  failure?: string | undefined;
  names: Record<string, string>;
  searchResult?: SearchResult | undefined;
  preview?: PromotionPreview | undefined;
}

export interface PromotionFormChoices extends ScopeChoices {
  /** The tags that customers have. */
  tags: readonly string[];
  shops: readonly { id: string; name: string }[];
  canChooseAllShops: boolean;
}

/** How long after the last change the sample carts are computed. */
const TYPING_PAUSE_MS = 400;

/** The form of a promotion and its sample carts. Only a new promotion has the fields of its coupons. */
export function PromotionForm({
  state,
  choices,
  isNew,
}: {
  state: PromotionFormState;
  choices: PromotionFormChoices;
  isNew: boolean;
}) {
  const { input, errors, failure, names, searchResult } = state;
  const { preview, schedulePreview, isComputing } = usePreview(state.preview);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (Object.keys(errors).length > 0) form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [errors]);
  const isBusy = useNavigation().state === "submitting";
  const errorOf: FormPartProps["errorOf"] = (field) => {
    const refused = errors[field];
    return refused && sentenceOf({ refused });
  };
  const partProps = { input, errorOf, names, searchResult };
  const hasErrors = Object.keys(errors).length > 0;
  return (
    <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,1fr)_24rem]">
      <Form
        ref={form}
        method="post"
        noValidate
        preventScrollReset
        className="min-w-0 space-y-6"
        onChange={(event) => schedulePreview(event.currentTarget)}
      >
        {/* Enter in a field presses the form's first submit button. This one saves. */}
        <button type="submit" name="intent" value="save" tabIndex={-1} aria-hidden className="hidden" />
        {(failure !== undefined || hasErrors) && (
          <Notice tone="error" alert title={failure ?? "Falta corregir algo: lo marcamos abajo."} />
        )}
        <Section title="Nombre">
          <TextField
            name="name"
            label="Cómo se llama"
            hint="Así la leen tus clientes en su carrito: Buen Fin 3×2"
            maxLength={80}
            defaultValue={input.name}
            error={errorOf("name")}
          />
        </Section>
        <RuleFields {...partProps} />
        <ScopeFields {...partProps} choices={choices} />
        <PeriodAndShopFields {...partProps} {...choices} isNew={isNew} />
        {isNew && <CouponFields {...partProps} />}
        <ConditionFields {...partProps} tags={choices.tags} />
        <div className="flex flex-wrap gap-3">
          <Button type="submit" name="intent" value="save" busy={isBusy}>
            {isNew ? "Hacer la promoción" : "Guardar"}
          </Button>
          <noscript>
            <Button type="submit" name="intent" value="preview" variant="secondary">
              Ver carritos de muestra
            </Button>
          </noscript>
        </div>
      </Form>
      <div className="min-w-0 xl:sticky xl:top-6">
        <Section title="Así quedaría">
          <div aria-live="polite" aria-busy={isComputing}>
            <SampleCarts preview={preview} />
          </div>
        </Section>
      </div>
    </div>
  );
}

/** The sample carts for the typed values. The server computes them when typing pauses. */
function usePreview(initialPreview: PromotionPreview | undefined) {
  const fetcher = useFetcher<{ preview?: PromotionPreview }>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const schedulePreview = (form: HTMLFormElement): void => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      const body = new FormData(form);
      body.set("intent", "preview");
      void fetcher.submit(new URLSearchParams([...body] as [string, string][]), {
        method: "post",
        defaultShouldRevalidate: false,
      });
    }, TYPING_PAUSE_MS);
  };
  const preview = fetcher.data ? fetcher.data.preview : initialPreview;
  return { preview, schedulePreview, isComputing: fetcher.state !== "idle" };
}
