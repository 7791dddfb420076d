import { INSTALLMENT_MONTHS } from "../../../domain/installments.ts";

/** A field of a section of settings. */
export interface SettingField {
  /** A part of the shop's theme ("name"), or a path in its settings ("carts.timeout"). */
  path: string;
  label: string;
  /** A sentence that explains the effect of the setting. */
  hint: string;
  kind: FieldKind;
  /** The unit of a number, shown in the label. */
  unit?: string;
  /** The only kind of shop that has the field. */
  shopKind?: "headOffice" | "branch";
}

export type FieldKind =
  | "text"
  | "lines"
  | "number"
  | "check"
  | "color"
  | "ga4"
  | "chat"
  | "bankAccounts"
  | "installmentPlans"
  | "messages"
  | { choices: readonly (readonly [value: string, label: string])[] };

/** The part of `FormFields` (guard.ts) that `readField` needs. */
export interface SettingsForm {
  text(name: string, max?: number): string;
  multilineText(name: string, max?: number): string;
  all(name: string): string[];
}

/** Reads a field's value in the format of the settings. Invalid figures are NaN, which the schema refuses. */
export function readField({ path, kind }: SettingField, form: SettingsForm): unknown {
  if (typeof kind === "object") return form.text(path);
  switch (kind) {
    case "text":
    case "color":
      return form.text(path, 400);
    case "lines":
      return form.multilineText(path, 5_000);
    case "check":
      return form.text(path) === "1";
    case "number":
      return readNumber(form.text(path));
    case "ga4": {
      const id = form.text(path).toUpperCase();
      return id === "" ? null : { provider: "ga4", id };
    }
    case "chat": {
      const id = form.text(`${path}.id`);
      return id === "" ? null : { provider: form.text(`${path}.provider`), id };
    }
    case "bankAccounts":
      return rowsOf(form, path, ["bank", "beneficiary", "clabe"])
        .map((row) => ({ ...row, clabe: row.clabe!.replaceAll(" ", "") }))
        .filter((row) => Object.values(row).some(Boolean));
    case "installmentPlans":
      return INSTALLMENT_MONTHS.map((months) => ({ months, typed: form.text(`${path}.${months}`) }))
        .filter(({ typed }) => typed !== "")
        .map(({ months, typed }) => ({ months, from: readNumber(typed) }));
    case "messages":
      return rowsOf(form, path, ["message", "color", "shown"])
        .filter(({ message }) => message)
        .map(({ message, color, shown }) => ({ message, color, enabled: shown === "1" }));
  }
}

/** Parses "1,299.50", "$10" or "3.5 %"; NaN when it is not a number. */
function readNumber(typed: string): number {
  const plainText = typed.replaceAll(/[\s$%]/g, "").replaceAll(/,(?=\d{3}(?:\D|$))/g, "");
  return /^\d+(?:\.\d+)?$/.test(plainText) ? Number(plainText) : Number.NaN;
}

/** The rows of a list. The form sends each column as a repeated field, `<path>.<column name>`. */
function rowsOf(form: SettingsForm, path: string, columnNames: readonly string[]): Record<string, string>[] {
  const columns = columnNames.map((name) => form.all(`${path}.${name}`));
  return (columns[0] ?? []).map((_, row) =>
    Object.fromEntries(columnNames.map((name, column) => [name, columns[column]![row] ?? ""])),
  );
}
