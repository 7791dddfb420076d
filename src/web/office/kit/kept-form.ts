/** What was being sent when the session turned out to have ended: for this tab, for half an hour. */
export interface KeptForm {
  /** Whose it is: somebody else who signs in here does not see it. */
  who: string;
  /** The page it was typed on. */
  path: string;
  /** What tells the form from others on its page. */
  marks: [string, string][];
  fields: [string, string][];
  at: number;
}

const STORED = "escaparate.panel.form";
const KEPT_MS = 30 * 60_000;
/** Never leaves the field it was typed into. */
const SECRET = /^(?:password|current|next|repeat|code|totp|key|csd|cer)|contrase|clave/i;

export function readKept(): KeptForm | null {
  try {
    const kept = JSON.parse(sessionStorage.getItem(STORED) ?? "null") as KeptForm | null;
    return kept && Date.now() - kept.at < KEPT_MS ? kept : null;
  } catch {
    return null;
  }
}

export function writeKept(kept: KeptForm | null): void {
  try {
    if (kept) sessionStorage.setItem(STORED, JSON.stringify(kept));
    else sessionStorage.removeItem(STORED);
  } catch {
    // A full or closed storage: what was typed is lost with the session, as without this.
  }
}

/**
 * What of a form may be kept: what a person typed or chose, by the fields that the page shows. Passwords, files and hidden
 * fields never are: hidden ones are the page's own and come with it again.
 */
export function toKept(data: FormData, root: ParentNode): Pick<KeptForm, "marks" | "fields"> {
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

/** Fills the form again that this was typed into; answers what found no field, or null where there is no such form. */
export function fillAgain(kept: KeptForm, root: ParentNode): string[] | null {
  const form = findForm(kept, root);
  if (!form) return null;
  for (let around = form.closest("details"); around; around = around.parentElement?.closest("details") ?? null) {
    around.open = true;
  }
  const left: string[] = [];
  const ticked = new Set(kept.fields.map(([name, value]) => `${name}=${value}`));
  for (const input of fieldsNamed(form)) {
    if (!(input instanceof HTMLInputElement) || !/^(?:radio|checkbox)$/.test(input.type)) continue;
    const isWanted = ticked.has(`${input.name}=${input.value}`);
    if (kept.fields.some(([name]) => name === input.name) && input.checked !== isWanted) input.click();
  }
  const used = new Map<string, number>();
  for (const [name, value] of kept.fields) {
    const at = used.get(name) ?? 0;
    used.set(name, at + 1);
    const inputs = fieldsNamed(form, name);
    if (inputs.some(({ type }) => /^(?:radio|checkbox)$/.test(type))) continue;
    const input = inputs[at];
    if (!input) left.push(value);
    else fill(input, value);
  }
  return left;
}

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

function fieldsNamed(root: ParentNode, name?: string): Field[] {
  const all = [...root.querySelectorAll<Field>("input[name], textarea[name], select[name]")];
  return name === undefined ? all : all.filter((field) => field.name === name);
}

/** The form with the same marks that has the most of its fields. */
function findForm({ marks, fields }: KeptForm, root: ParentNode): HTMLFormElement | null {
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

/** React hears of it as if it had been typed. */
function fill(field: Field, value: string): void {
  if (field.value === value || field.type === "file" || field.type === "hidden") return;
  const prototype = Object.getPrototypeOf(field) as object;
  Object.getOwnPropertyDescriptor(prototype, "value")?.set?.call(field, value);
  field.dispatchEvent(new Event(field instanceof HTMLSelectElement ? "change" : "input", { bubbles: true }));
}
