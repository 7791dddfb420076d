import type { ComponentProps } from "react";
import { PasswordField } from "./password-field.tsx";

/** The field of a new password of at least `min` characters. */
export function NewPasswordField({ min, ...props }: ComponentProps<typeof PasswordField> & { min: number }) {
  return (
    <PasswordField
      autoComplete="new-password"
      hint={`Al menos ${min} caracteres, y que no sea de las más comunes.`}
      {...props}
    />
  );
}

/** The error of a new password that is too short. Surrounding spaces do not count: it is stored without them. */
export function newPasswordError(password: string, min: number): string | undefined {
  return password.trim().length >= min ? undefined : `Usa al menos ${min} caracteres`;
}
