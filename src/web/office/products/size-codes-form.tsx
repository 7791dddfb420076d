import { cx } from "../../ui/class-names.ts";
import { PostForm } from "../kit/post-form.tsx";

export interface SizeWithCodes {
  id: string;
  name: string;
  sku: string | null;
  gtin: string | null;
  weightGrams: number | null;
}

/** Typed codes and weights, and their errors, by the field's name ("sku:<size id>"). */
export interface TypedCodes {
  typed: Record<string, string>;
  errors: Record<string, string>;
}

const FIELDS = [
  { name: "sku", label: "SKU", maxLength: 60, numeric: false },
  { name: "gtin", label: "Código de barras (GTIN)", maxLength: 20, numeric: true },
  { name: "weightGrams", label: "Peso (g)", maxLength: 12, numeric: true },
] as const;

/** SKU, GTIN and weight of each size. */
export function SizeCodesForm({
  sizes,
  result,
}: {
  sizes: readonly SizeWithCodes[];
  result?: TypedCodes & { failure?: string };
}) {
  return (
    <PostForm submitLabel="Guardar códigos y pesos" variant="secondary" failure={result?.failure} noValidate>
      <input type="hidden" name="intent" value="codes" />
      {sizes.map((size) => (
        <fieldset key={size.id} className="grid gap-x-4 gap-y-2 sm:grid-cols-[5rem_1fr_1fr_7rem]">
          <legend className="float-left self-center pt-1 font-semibold sm:pt-7">{size.name}</legend>
          {FIELDS.map((field) => (
            <CodeField key={field.name} {...field} size={size} result={result} />
          ))}
        </fieldset>
      ))}
    </PostForm>
  );
}

function CodeField({
  name,
  label,
  maxLength,
  numeric,
  size,
  result,
}: (typeof FIELDS)[number] & { size: SizeWithCodes; result: TypedCodes | undefined }) {
  const id = `${name}:${size.id}`;
  const error = result?.errors[id];
  return (
    <div className="space-y-1">
      <label htmlFor={id} className="block text-sm text-soft">
        {label}
        <span className="sr-only"> de la talla {size.name}</span>
      </label>
      <input
        id={id}
        name={id}
        maxLength={maxLength}
        inputMode={numeric ? "numeric" : undefined}
        autoComplete="off"
        defaultValue={result?.typed[id] ?? size[name] ?? ""}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error` : undefined}
        className={cx(
          "tabular min-h-11 w-full rounded-box border bg-card px-3 text-base",
          error ? "border-error" : "border-edge",
        )}
      />
      {error && (
        <p id={`${id}-error`} className="text-sm font-medium text-error">
          {error}
        </p>
      )}
    </div>
  );
}
