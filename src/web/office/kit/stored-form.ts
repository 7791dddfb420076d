/** A form that was submitted after its session had ended. It is stored for this tab and for half an hour. */
export interface StoredForm {
  /** The member who typed it. Another member who signs in here does not see it. */
  who: string;
  /** The path of its page. */
  path: string;
  /** Hidden fields that distinguish the form from others on its page. */
  marks: [string, string][];
  fields: [string, string][];
  at: number;
}

const STORED = "escaparate.panel.form";
const LIFETIME_MS = 30 * 60_000;
/** Fields whose values are never stored. */
const SECRET = /^(?:password|current|next|repeat|code|totp|key|csd|cer)|contrase|clave/i;

export function readStoredForm(): StoredForm | null {
  try {
    const stored = JSON.parse(sessionStorage.getItem(STORED) ?? "null") as StoredForm | null;
    return stored && Date.now() - stored.at < LIFETIME_MS ? stored : null;
  } catch {
    return null;
  }
}

export function writeStoredForm(stored: StoredForm | null): void {
  try {
    if (stored) sessionStorage.setItem(STORED, JSON.stringify(stored));
    else sessionStorage.removeItem(STORED);
  } catch {
    // The storage is full or unavailable: the typed values are lost with the session.
  }
}

/**
 * The fields of a form that may be stored: what the member typed or chose in visible fields. Passwords, files and
 * hidden fields are left out. Hidden fields come with the page again.
 */
export function toStoredForm(data: FormData, root: ParentNode): Pick<StoredForm, "marks" | "fields"> {
  const marks: [string, string][] = [];
  const fields: [string, string][] = [];
  for (const [name, value] of data) {
    if (typeof value !== "string" || SECRET.test(name)) continue;
    const inputs = fieldsNamed(root, name);
    const types = new Set(inputs.map(({ type }) => type));
    if (types.has("hidden")) marks.push([name, value]);
    else if (types.size > 0 && !types.has("password") && value !== "") fields.push([name, value]);
  }
  return { marks, fields };
}

/**
 * Fills the form with the stored values. Returns the values without a field, or null when the form is not on the page.
 */
export function fillAgain(stored: StoredForm, root: ParentNode): string[] | null {
  const form = findForm(stored, root);
  if (!form) return null;
  for (let details = form.closest("details"); details; details = details.parentElement?.closest("details") ?? null) {
    details.open = true;
  }
  const unplaced: string[] = [];
  const ticked = new Set(stored.fields.map(([name, value]) => `${name}=${value}`));
  for (const input of fieldsNamed(form)) {
    if (!(input instanceof HTMLInputElement) || !/^(?:radio|checkbox)$/.test(input.type)) continue;
    const isTicked = ticked.has(`${input.name}=${input.value}`);
    if (stored.fields.some(([name]) => name === input.name) && input.checked !== isTicked) input.click();
  }
  const used = new Map<string, number>();
  for (const [name, value] of stored.fields) {
    const at = used.get(name) ?? 0;
    used.set(name, at + 1);
    const inputs = fieldsNamed(form, name);
    if (inputs.some(({ type }) => /^(?:radio|checkbox)$/.test(type))) continue;
    const input = inputs[at];
    if (!input) unplaced.push(value);
    else fill(input, value);
  }
  return unplaced;
}

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

function fieldsNamed(root: ParentNode, name?: string): Field[] {
  const all = [...root.querySelectorAll<Field>("input[name], textarea[name], select[name]")];
  return name === undefined ? all : all.filter((field) => field.name === name);
}

/** The form with the same intent that has the most of the stored fields. */
function findForm({ marks, fields }: StoredForm, root: ParentNode): HTMLFormElement | null {
  const intents = marks.filter(([name]) => name === "intent");
  const names = new Set(fields.map(([name]) => name));
  let found: HTMLFormElement | null = null;
  let most = 0;
  for (const form of root.querySelectorAll<HTMLFormElement>('form[method="post"]')) {
    if (!intents.every(([name, value]) => fieldsNamed(form, name).some((field) => field.value === value))) continue;
    const has = new Set(fieldsNamed(form).map(({ name }) => name));
    const count = [...names].filter((name) => has.has(name)).length;
    if (count > most) [found, most] = [form, count];
  }
  return found;
}

/** Sets the value so that React handles it like typing. */
function fill(field: Field, value: string): void {
  if (field.value === value || field.type === "file" || field.type === "hidden") return;
  const prototype = Object.getPrototypeOf(field) as object;
  Object.getOwnPropertyDescriptor(prototype, "value")?.set?.call(field, value);
  field.dispatchEvent(new Event(field instanceof HTMLSelectElement ? "change" : "input", { bubbles: true }));
}
