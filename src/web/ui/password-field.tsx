import { useState, type ComponentProps } from "react";
import { TextField } from "./field.tsx";

/** A password field that can show its text, with a warning when caps lock is on. Pasting and password managers work. */
export function PasswordField({ hint, ...props }: ComponentProps<typeof TextField>) {
  const [isShown, setShown] = useState(false);
  const [isCapsLockOn, setCapsLockOn] = useState(false);
  return (
    <div className="relative">
      <TextField
        {...props}
        type={isShown ? "text" : "password"}
        autoCapitalize="none"
        spellCheck={false}
        maxLength={128}
        hint={isCapsLockOn ? "Las mayúsculas están activadas." : hint}
        onKeyUp={(event) => setCapsLockOn(event.getModifierState("CapsLock"))}
        className="pr-24"
      />
      <button
        type="button"
        aria-pressed={isShown}
        aria-label={`${isShown ? "Ocultar" : "Mostrar"} ${props.label.toLocaleLowerCase("es")}`}
        onClick={() => setShown(!isShown)}
        className="absolute right-1 top-8 min-h-9 px-3 text-sm font-semibold"
      >
        {isShown ? "Ocultar" : "Mostrar"}
      </button>
    </div>
  );
}
