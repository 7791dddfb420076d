import { useEffect, useRef, type FormEvent } from "react";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/field.tsx";

/** A field for codes that the camera cannot read, and for code readers that type the code and press Enter. */
export function CodeForm({ onCode }: { onCode: (text: string) => void }) {
  const formRef = useRef<HTMLFormElement>(null);
  useEffect(() => {
    const field = formRef.current!.elements.namedItem("code") as HTMLInputElement;
    // A code reader types wherever the focus is. If no element has it, a printable key moves it to this field.
    const focusField = (event: KeyboardEvent): void => {
      const isNothingFocused = event.target === document.body;
      if (isNothingFocused && event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey)
        field.focus();
    };
    document.addEventListener("keydown", focusField);
    if (matchMedia("(pointer: fine)").matches) field.focus();
    return () => document.removeEventListener("keydown", focusField);
  }, []);
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const field = event.currentTarget.elements.namedItem("code") as HTMLInputElement;
    if (field.value.trim() === "") return;
    onCode(field.value);
    field.value = "";
  };
  return (
    <form ref={formRef} onSubmit={submit} className="grid grid-cols-[1fr_auto] items-end gap-3">
      <TextField
        label="Escribir código"
        name="code"
        autoCapitalize="characters"
        autoComplete="off"
        autoCorrect="off"
        spellCheck={false}
        enterKeyHint="go"
        maxLength={1_000}
        placeholder="7K2M9-QX4RT"
        className="font-semibold uppercase tracking-wider placeholder:font-normal"
      />
      <Button type="submit">Comprobar</Button>
    </form>
  );
}
