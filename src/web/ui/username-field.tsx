import type { ComponentProps } from "react";
import { TextField } from "./field.tsx";

/** What one signs in with, an e-mail or a phone: typed on the keyboard that has an @, and left as it is typed. */
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
