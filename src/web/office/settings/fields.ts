/** A field of a section: what it sets, what it is called, and what it changes for the shop. */
export interface Field {
  /** A part of the shop's look ("name"), or a path in its settings ("carts.timeout"). */
  path: string;
  label: string;
  /** Its consequence, in a sentence. */
  hint: string;
  kind: FieldKind;
  /** Said after the figure. */
  unit?: string;
  /** Only branches, or only the head office, have it. */
  only?: "matrix" | "branch";
}

export type FieldKind =
  | "text"
  | "lines"
  | "number"
  | "check"
  | "color"
  | "ga4"
  | "chat"
  | "accounts"
  | "messages"
  | { choices: readonly (readonly [value: string, label: string])[] };

/** The submitted fields of a form, as `FormFields` in guard.ts. */
export interface Fields {
  text(name: string, max?: number): string;
  lines(name: string, max?: number): string;
  all(name: string): string[];
}

/** The value a field's form asked for, as the settings keep it. What is no figure is NaN: the schema refuses it. */
export function readField({ path, kind }: Field, form: Fields): unknown {
  if (typeof kind === "object") return form.text(path);
  switch (kind) {
    case "text":
    case "color":
      return form.text(path, 400);
    case "lines":
      return form.lines(path, 5_000);
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
    case "accounts":
      return rowsOf(form, path, ["bank", "beneficiary", "clabe"])
        .map((row) => ({ ...row, clabe: row.clabe!.replaceAll(" ", "") }))
        .filter((row) => Object.values(row).some(Boolean));
    case "messages":
      return rowsOf(form, path, ["message", "color", "shown"])
        .filter(({ message }) => message)
        .map(({ message, color, shown }) => ({ message, color, enabled: shown === "1" }));
  }
}

/** "1,299.50", "$10" or "3.5 %"; NaN where it is no figure. */
function readNumber(typed: string): number {
  const plain = typed.replaceAll(/[\s$%]/g, "").replaceAll(/,(?=\d{3}(?:\D|$))/g, "");
  return /^\d+(?:\.\d+)?$/.test(plain) ? Number(plain) : Number.NaN;
}

/** Rows of a list: each field is sent once a row, under `path.name`. */
function rowsOf(form: Fields, path: string, names: readonly string[]): Record<string, string>[] {
  const columns = names.map((name) => form.all(`${path}.${name}`));
  return (columns[0] ?? []).map((_, row) =>
    Object.fromEntries(names.map((name, column) => [name, columns[column]![row] ?? ""])),
  );
}
