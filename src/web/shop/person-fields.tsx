import { formatPhone, phoneDigits } from "../../domain/phone.ts";
import { normalizeUsername } from "../../domain/username.ts";
import { TextField } from "../ui/field.tsx";
import type { FormState } from "../ui/use-form.ts";

/** A person's data as typed. */
export interface PersonDraft {
  name: string;
  lastName: string;
  phone: string;
  rfc: string;
}

interface Props {
  form: FormState<PersonDraft>;
  hint?: string;
  readOnly?: boolean;
}

export function NameFields({ form, readOnly }: Props) {
  return (
    <>
      <TextField
        {...form.field("name")}
        label="Nombre(s)"
        autoComplete="given-name"
        maxLength={120}
        readOnly={readOnly}
      />
      <TextField
        {...form.field("lastName")}
        label="Apellidos"
        autoComplete="family-name"
        maxLength={120}
        readOnly={readOnly}
      />
    </>
  );
}

/**
 * A field that formats ten digits as a phone number when it loses the focus. If the text does not have ten digits, an
 * error then says how many it has. An empty field gets no error at that moment.
 */
export function PhoneField({ form, hint, readOnly }: Props) {
  const formatOnBlur = (): void => {
    const { phone } = form.data;
    const digits = phoneDigits(phone);
    if (digits) form.change({ phone: formatPhone(digits) });
    else if (phone.trim()) form.setFieldError("phone", phoneError(phone));
  };
  return (
    <TextField
      {...form.field("phone")}
      label="Teléfono celular"
      type="tel"
      inputMode="tel"
      autoComplete="tel-national"
      placeholder="10 dígitos"
      maxLength={30}
      hint={hint}
      readOnly={readOnly}
      onBlur={readOnly ? undefined : formatOnBlur}
    />
  );
}

export function RfcField({ form, hint, readOnly }: Props) {
  return (
    <TextField
      {...form.field("rfc")}
      label="RFC"
      optional
      autoComplete="off"
      autoCapitalize="characters"
      spellCheck={false}
      maxLength={13}
      hint={hint}
      readOnly={readOnly}
      placeholder={readOnly ? "Sin RFC" : undefined}
      className="uppercase placeholder:normal-case"
    />
  );
}

/** The errors by field; undefined for a valid field. */
export function personErrors({ name, lastName, phone }: PersonDraft) {
  return {
    name: name.trim() ? undefined : "Escribe tu nombre",
    lastName: lastName.trim() ? undefined : "Escribe tus apellidos",
    phone: phoneError(phone),
  };
}

export function usernameError(input: string): string | undefined {
  return normalizeUsername(input) ? undefined : "Escribe un correo, o tu celular de 10 dígitos";
}

function phoneError(input: string): string | undefined {
  if (phoneDigits(input)) return undefined;
  const digitCount = input.replaceAll(/\D/g, "").length;
  return digitCount === 0 ? "Escribe tu teléfono" : `Escribe 10 dígitos; llevas ${digitCount}`;
}
