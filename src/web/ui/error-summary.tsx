import type { FormState } from "./use-form.ts";

/** Buttons that focus the fields with an error, shown above the submit button. Each field shows its own error. */
export function ErrorSummary({
  form,
  labels,
}: {
  form: Pick<FormState<object>, "ref" | "errors">;
  labels: Readonly<Record<string, string>>;
}) {
  const invalidNames = Object.keys(labels).filter((name) => form.errors[name]);
  if (invalidNames.length === 0) return null;
  const focus = (name: string): void => {
    const field = form.ref.current?.elements.namedItem(name);
    const firstControl = field instanceof RadioNodeList ? field[0] : field;
    if (firstControl instanceof HTMLElement) firstControl.focus();
  };
  return (
    <div className="border-l-2 border-error pl-4 text-sm">
      <p className="font-semibold">Falta revisar:</p>
      <ul className="flex flex-wrap gap-x-4">
        {invalidNames.map((name) => (
          <li key={name}>
            <button
              type="button"
              className="min-h-6 py-1 text-error underline underline-offset-4"
              onClick={() => focus(name)}
            >
              {labels[name]}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
