import type { ComponentProps } from "react";
import { TextField } from "./field.tsx";

/** The user name, an email address or a phone: a keyboard with an @, and no automatic corrections. */
export function UsernameField(props: ComponentProps<typeof TextField>) {
  return (
    <TextField
      autoComplete="username"
      inputMode="email"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={254}
      {...props}
    />
  );
}
