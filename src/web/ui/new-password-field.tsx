import type { ComponentProps } from "react";
import { PasswordField } from "./password-field.tsx";

/** A password to be chosen, of at least `min` characters. */
export function NewPasswordField({ min, ...props }: ComponentProps<typeof PasswordField> & { min: number }) {
  return (
    <PasswordField
      autoComplete="new-password"
      hint={`Al menos ${min} caracteres, y que no sea de las más comunes.`}
      {...props}
    />
  );
}

/** Spaces around it do not count: it is stored without them. */
export function newPasswordError(typed: string, min: number): string | undefined {
  return typed.trim().length >= min ? undefined : `Usa al menos ${min} caracteres`;
}
