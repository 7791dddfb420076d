export function CheckboxGroup({
  legend,
  name,
  choices,
  chosenIds,
}: {
  legend: string;
  name: string;
  choices: readonly { id: string; name: string }[];
  chosenIds: readonly string[];
}) {
  return (
    <fieldset>
      <legend className="pb-1.5 text-sm font-semibold">{legend}</legend>
      <div className="grid max-h-64 gap-x-4 overflow-y-auto rounded-box border border-edge px-3 py-2 sm:grid-cols-2">
        {choices.length === 0 && <p className="text-sm text-soft">Todavía no hay ninguna.</p>}
        {choices.map((choice) => (
          <label key={choice.id} className="flex min-h-9 items-center gap-2 text-sm">
            <input
              type="checkbox"
              name={name}
              value={choice.id}
              defaultChecked={chosenIds.includes(choice.id)}
              className="size-5 shrink-0 accent-(--accent-strong)"
            />
            {choice.name}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
