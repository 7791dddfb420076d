import type { ComponentProps } from "react";
import { TextField } from "./field.tsx";

/**
 * The field of a user name, which is an email address or a phone number: its keyboard has an @, and nothing is
 * corrected automatically.
 */
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
