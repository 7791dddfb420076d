import { parseHTML } from "linkedom";
import type { OfficeUser, TestOffice } from "./test-office.ts";

interface FileToSend {
  name: string;
  type: string;
  bytes: Uint8Array;
}

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/**
 * Reads pages, fills in their forms and submits them over HTTP, as a browser without JavaScript does. A test with it
 * proves that a form sends what its action expects. Tests of layout, focus and scripts need a browser (`e2e/`).
 *
 * Fields, buttons and links are found by their accessible name, which is their label or their text. A string must be
 * the whole name.
 */
export class PageVisitor {
  status = 0;
  path = "";
  #document = parseHTML("<main></main>").document;
  #files = new Map<Element, FileToSend[]>();
  #form: Element | undefined;

  readonly #office: TestOffice;
  readonly #cookie: string;

  private constructor(office: TestOffice, cookie: string) {
    this.#office = office;
    this.#cookie = cookie;
  }

  /** A visitor with a new session of this member of staff. */
  static async signIn(office: TestOffice, user: Exclude<OfficeUser, "anonymous">): Promise<PageVisitor> {
    return new PageVisitor(office, (await office.cookieOf(user))!);
  }

  async open(path: string): Promise<this> {
    return this.#show(path, await this.#office.visit(path, { cookie: this.#cookie }));
  }

  /** The text of the page's main part. */
  get text(): string {
    return readText(this.#document.querySelector("main")!);
  }

  get heading(): string {
    return readText(this.#document.querySelector("h1")!);
  }

  /** The text of all alerts, which say what an action did or why it was refused. */
  get alert(): string {
    return this.findAll("[role=alert]").map(readText).join(" ");
  }

  /** The elements of a CSS selector in the main part. */
  findAll(selector: string): Element[] {
    return [...this.#document.querySelectorAll(`main ${selector}`)];
  }

  /** The text of the only element of this selector with this text. Throws unless there is exactly one. */
  getElementText(selector: string, text: string | RegExp): string {
    return readText(
      getOnly(
        this.findAll(selector).filter((element) => isTextMatch(readText(element), text)),
        text,
      ),
    );
  }

  /** Limits the search for fields to the form of this button, until another page is opened. */
  limitToFormOf(button: string | RegExp): void {
    this.#form = formOf(this.#button(button));
  }

  /** The field's value. For a select it is the chosen option's value. */
  fieldValue(label: string | RegExp): string {
    return readValue(this.#field(label));
  }

  fill(label: string | RegExp, value: string): void {
    const field = this.#field(label);
    if (field.localName === "textarea") field.textContent = value;
    else field.setAttribute("value", value);
  }

  /** Chooses the option with this text or value. */
  select(label: string | RegExp, option: string): void {
    const options = [...this.#field(label).querySelectorAll("option")];
    const chosenOption = getOnly(
      options.filter((element) => readText(element) === option || element.getAttribute("value") === option),
      option,
    );
    for (const element of options) element.removeAttribute("selected");
    chosenOption.setAttribute("selected", "");
  }

  check(label: string | RegExp): void {
    const field = this.#field(label);
    if (field.getAttribute("type") === "radio") {
      const group = `input[type=radio][name="${field.getAttribute("name")}"]`;
      for (const other of formOf(field).querySelectorAll(group)) other.removeAttribute("checked");
    }
    field.setAttribute("checked", "");
  }

  attach(label: string | RegExp, ...files: FileToSend[]): void {
    this.#files.set(this.#field(label), files);
  }

  /** Presses the button, and follows the redirect. */
  async press(name: string | RegExp): Promise<this> {
    const button = this.#button(name);
    const form = formOf(button);
    const entries = this.#entries(form);
    if (button.hasAttribute("name")) {
      entries.push([button.getAttribute("name")!, button.getAttribute("value") ?? ""]);
    }
    const action = this.#resolve(readAttribute(button, "formaction") ?? form.getAttribute("action") ?? this.path);
    const method = readAttribute(button, "formmethod") ?? form.getAttribute("method") ?? "get";
    if (method.toLowerCase() === "get") {
      const [path] = action.split("?");
      return this.open(`${path}?${new URLSearchParams(entries as [string, string][])}`);
    }
    if (readAttribute(form, "enctype") !== "multipart/form-data") {
      const textEntries = entries as [string, string][];
      return this.#show(action, await this.#office.visit(action, { cookie: this.#cookie, form: textEntries }));
    }
    const body = new FormData();
    for (const [key, value] of entries) body.append(key, value);
    const encodedBody = new Response(body);
    const answer = await this.#office.call("POST", action, {
      rawBody: new Uint8Array(await encodedBody.arrayBuffer()),
      headers: {
        Cookie: this.#cookie,
        "Content-Type": encodedBody.headers.get("content-type")!,
        "Sec-Fetch-Site": "same-origin",
        Origin: this.#office.app.config.publicUrl ?? this.#office.origin,
      },
    });
    return this.#show(action, answer);
  }

  /** Follows the link. */
  async follow(name: string | RegExp): Promise<this> {
    return this.open(this.hrefOf(name));
  }

  hrefOf(name: string | RegExp): string {
    const link = this.findAll("a[href]").find((element) => isNamed(element, name));
    if (!link) throw new Error(`No link ${name} on ${this.path}: ${this.text}`);
    return this.#resolve(link.getAttribute("href")!);
  }

  async #show(path: string, answer: Awaited<ReturnType<TestOffice["visit"]>>): Promise<this> {
    const location = answer.headers.get("location");
    if (location) return this.open(this.#resolve(location));
    this.status = answer.status;
    this.path = path;
    this.#files.clear();
    this.#form = undefined;
    this.#document = parseHTML(answer.text).document;
    return this;
  }

  #resolve(href: string): string {
    const { pathname, search } = new URL(href, new URL(this.path, this.#office.origin));
    return pathname + search;
  }

  #button(name: string | RegExp): Element {
    const buttons = this.findAll("button:not([type=button]):not([disabled])");
    return getOnly(
      buttons.filter((element) => isNamed(element, name)),
      name,
    );
  }

  #field(label: string | RegExp): Field {
    const fields = this.findAll("input:not([type=hidden]), main select, main textarea") as Field[];
    return getOnly(
      fields.filter(
        (field) => (!this.#form || formOf(field) === this.#form) && isTextMatch(labelOf(this.#document, field), label),
      ),
      label,
    );
  }

  /** What a browser sends: the form's named fields, except disabled ones and unchecked boxes and radio buttons. */
  #entries(form: Element): [string, string | File][] {
    const id = form.getAttribute("id");
    const fieldsOutside = id ? this.findAll(`[form="${id}"]`) : [];
    const fields = [...form.querySelectorAll("input, select, textarea"), ...fieldsOutside] as Field[];
    return fields
      .filter((field) => field.hasAttribute("name") && !field.hasAttribute("disabled"))
      .flatMap((field): [string, string | File][] => {
        const name = field.getAttribute("name")!;
        const type = field.getAttribute("type");
        if (type === "file") {
          const files = this.#files.get(field) ?? [
            { name: "", type: "application/octet-stream", bytes: new Uint8Array() },
          ];
          return files.map((file) => [name, new File([new Uint8Array(file.bytes)], file.name, { type: file.type })]);
        }
        if ((type === "checkbox" || type === "radio") && !field.hasAttribute("checked")) return [];
        return [[name, readValue(field)]];
      });
  }
}

/** Ignores case, because React writes some names with capitals (`encType`) and the parser does not change them. */
function readAttribute(element: Element, name: string): string | undefined {
  return [...element.attributes].find((attr) => attr.name.toLowerCase() === name)?.value;
}

function readText(element: Element): string {
  return element.textContent!.replace(/\s+/g, " ").trim();
}

function readValue(field: Field): string {
  if (field.localName === "textarea") return field.textContent!;
  if (field.localName === "select") {
    const chosenOption = field.querySelector("option[selected]") ?? field.querySelector("option");
    return chosenOption?.getAttribute("value") ?? (chosenOption ? readText(chosenOption) : "");
  }
  const type = field.getAttribute("type");
  return field.getAttribute("value") ?? (type === "checkbox" || type === "radio" ? "on" : "");
}

function formOf(element: Element): Element {
  const id = element.getAttribute("form");
  const form = id ? element.ownerDocument.querySelector(`form[id="${id}"]`) : element.closest("form");
  if (!form) throw new Error(`No form: ${element.outerHTML}`);
  return form;
}

function labelOf(document: Document, field: Element): string {
  const ariaLabel = field.getAttribute("aria-label");
  if (ariaLabel) return ariaLabel;
  const id = field.getAttribute("id");
  const label = (id && document.querySelector(`label[for="${id}"]`)) || field.closest("label");
  if (!label) return "";
  const copy = label.cloneNode(true) as Element;
  for (const inner of copy.querySelectorAll("input, select, textarea")) inner.remove();
  return readText(copy);
}

function isNamed(element: Element, name: string | RegExp): boolean {
  return isTextMatch(element.getAttribute("aria-label") ?? readText(element), name);
}

function isTextMatch(text: string, expectedText: string | RegExp): boolean {
  return typeof expectedText === "string" ? text === expectedText : expectedText.test(text);
}

function getOnly<T>(candidates: T[], name: string | RegExp): T {
  if (candidates.length !== 1) throw new Error(`${candidates.length} elements are named ${name}`);
  return candidates[0]!;
}
