import type { ProductFields } from "./product-fields.ts";
import type { FormShop } from "./product-form.tsx";

export function WhereSold({
  fields,
  shops,
  error,
}: {
  fields: ProductFields;
  shops: readonly FormShop[];
  error: string | undefined;
}) {
  const { isLocal } = fields;
  return (
    <fieldset className="space-y-2" aria-describedby={error && "only-in-error"}>
      <legend className="text-sm font-semibold">En qué tiendas</legend>
      <label className="flex min-h-9 items-center gap-3">
        <input
          type="radio"
          name="where"
          value="all"
          defaultChecked={!isLocal}
          className="size-4 accent-(--accent-strong)"
        />
        En todas
      </label>
      <label className="flex min-h-9 items-center gap-3">
        <input
          type="radio"
          name="where"
          value="only"
          defaultChecked={isLocal}
          className="size-4 accent-(--accent-strong)"
        />
        Solo en estas:
      </label>
      <div className="flex flex-wrap gap-x-6 gap-y-1 pl-7">
        {shops.map(({ id, name }) => (
          <label key={id} className="flex min-h-9 items-center gap-2 text-sm">
            <input
              type="checkbox"
              name="onlyIn"
              value={id}
              defaultChecked={fields.onlyIn.includes(id)}
              className="size-5 accent-(--accent-strong)"
            />
            {name}
          </label>
        ))}
      </div>
      {error && (
        <p id="only-in-error" className="pl-7 text-sm font-medium text-error">
          {error}
        </p>
      )}
    </fieldset>
  );
}
