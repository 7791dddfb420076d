/** A submitted form, stored in this tab for half an hour in case the session has ended. */
export interface StoredForm {
  /** The member who typed it. Another member who signs in on this tab does not see it. */
  memberId: string;
  /** The path of its page. */
  path: string;
  /** The form's hidden fields. Only `intent` is used, to find the form among others on its page. */
  hiddenFields: [string, string][];
  fields: [string, string][];
  /** Names of the checkboxes without a tick. */
  untickedNames: string[];
  /** When it was stored, in milliseconds since 1970. */
  at: number;
}

// A new format needs a new key: tabs may have forms of an earlier version.
const STORAGE_KEY = "escaparate.panel.form3";
const LIFETIME_MS = 30 * 60_000;
/** Fields whose values are never stored. */
const SECRET_FIELD_NAME = /^(?:password|csd|cer)|^(?:current|next|repeat|code|totp|key)$|contrase|clave/i;

/** Hidden fields with the state that the page showed, which may have changed since. */
const STATE_FIELD_NAME = /^(?:seen.*|version|status|newest|expected|q)$/;

export function readStoredForm(): StoredForm | null {
  try {
    const storedForm = JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? "null") as StoredForm | null;
    return storedForm && Date.now() - storedForm.at < LIFETIME_MS ? storedForm : null;
  } catch {
    return null;
  }
}

/** Stores the form in this tab. Null removes the stored form. */
export function writeStoredForm(storedForm: StoredForm | null): void {
  try {
    if (storedForm) sessionStorage.setItem(STORAGE_KEY, JSON.stringify(storedForm));
    else sessionStorage.removeItem(STORAGE_KEY);
  } catch {
    // The storage is full or unavailable: the typed values are lost with the session.
  }
}

/**
 * The fields of a form that may be stored. `fields` has the typed or chosen values of visible fields, `hiddenFields`
 * the others. Passwords, codes, files and values without a field on the page are left out.
 */
export function toStoredForm(
  data: FormData,
  root: ParentNode,
): Pick<StoredForm, "hiddenFields" | "fields" | "untickedNames"> {
  const hiddenFields: [string, string][] = [];
  const fields: [string, string][] = [];
  for (const [name, value] of data) {
    if (typeof value !== "string") continue;
    const inputs = findFields(root, name);
    const types = new Set(inputs.map(({ type }) => type));
    // Another form of the page may have a hidden field of the same name. A hidden `key` is that of a picture.
    const isHidden = types.has("hidden") && types.size === 1;
    if (SECRET_FIELD_NAME.test(name) && !(isHidden && name === "key")) continue;
    if (isHidden) hiddenFields.push([name, value]);
    else if (types.size > 0 && !types.has("password")) fields.push([name, value]);
  }
  const checkboxes = [
    ...(findForm({ hiddenFields, fields }, root)?.querySelectorAll<HTMLInputElement>("input[type=checkbox]") ?? []),
  ];
  return {
    hiddenFields,
    fields,
    untickedNames: checkboxes.map(({ name }) => name).filter((name) => name !== "" && !data.has(name)),
  };
}

/**
 * Fills the form with the stored values and opens the blocks (`details`) around it. Returns the values without a field,
 * or null when the form is not on the page.
 */
export function fillStoredForm(storedForm: StoredForm, root: ParentNode): string[] | null {
  const form = findForm(storedForm, root);
  if (!form) return null;
  for (let details = form.closest("details"); details; details = details.parentElement?.closest("details") ?? null) {
    details.open = true;
  }
  const valuesWithoutField: string[] = [];
  const ticked = new Set(storedForm.fields.map(([name, value]) => `${name}=${value}`));
  for (const input of findFields(form)) {
    if (!(input instanceof HTMLInputElement) || !/^(?:radio|checkbox)$/.test(input.type)) continue;
    const isTicked = ticked.has(`${input.name}=${input.value}`);
    const isStored =
      storedForm.fields.some(([name]) => name === input.name) || storedForm.untickedNames.includes(input.name);
    if (isStored && input.checked !== isTicked) input.click();
  }
  const usedCounts = new Map<string, number>();
  for (const [name, value] of storedForm.fields) {
    const index = usedCounts.get(name) ?? 0;
    usedCounts.set(name, index + 1);
    const inputs = findFields(form, name);
    if (inputs.some(({ type }) => /^(?:radio|checkbox)$/.test(type))) continue;
    const input = inputs[index];
    if (!input) valuesWithoutField.push(...(value === "" ? [] : [value]));
    else fill(input, value);
  }
  return valuesWithoutField;
}

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

function findFields(root: ParentNode, name?: string): Field[] {
  const allFields = [...root.querySelectorAll<Field>("input[name], textarea[name], select[name]")];
  return name === undefined ? allFields : allFields.filter((field) => field.name === name);
}

/**
 * The form with the same intent and the most fields in common with the stored one. Of several such forms, for example
 * one for each row of a list, the one with the same hidden fields. Null without a common field, or if no form or more
 * than one has these hidden fields.
 */
function findForm(
  { hiddenFields, fields }: Pick<StoredForm, "hiddenFields" | "fields">,
  root: ParentNode,
): HTMLFormElement | null {
  const hasHidden = (form: ParentNode, hiddenName: string): boolean =>
    hiddenFields
      .filter(([name]) => name === hiddenName)
      .every(([name, value]) => findFields(form, name).some((field) => field.value === value));
  const names = new Set(fields.map(([name]) => name));
  const countCommonFields = (form: ParentNode): number => {
    const formNames = new Set(findFields(form).map(({ name }) => name));
    return [...names].filter((name) => formNames.has(name)).length;
  };
  const forms = [...root.querySelectorAll<HTMLFormElement>('form[method="post"]')].filter((form) =>
    hasHidden(form, "intent"),
  );
  const mostFields = Math.max(0, ...forms.map(countCommonFields));
  if (mostFields === 0) return null;
  const closestForms = forms.filter((form) => countCommonFields(form) === mostFields);
  if (closestForms.length === 1) return closestForms[0]!;
  const identityNames = hiddenFields.map(([name]) => name).filter((name) => !STATE_FIELD_NAME.test(name));
  const sameForms = closestForms.filter((form) => identityNames.every((name) => hasHidden(form, name)));
  return sameForms.length === 1 ? sameForms[0]! : null;
}

/** Sets the value so that React handles it like typing. */
function fill(field: Field, value: string): void {
  if (field.value === value || field.type === "file" || field.type === "hidden") return;
  const prototype = Object.getPrototypeOf(field) as object;
  Object.getOwnPropertyDescriptor(prototype, "value")?.set?.call(field, value);
  field.dispatchEvent(new Event(field instanceof HTMLSelectElement ? "change" : "input", { bubbles: true }));
}
