import { createHash } from "node:crypto";
import type { Context } from "hono";
import type { HttpEnv } from "../../../api/env.ts";
import { escapeHtml } from "../../../../domain/escape-html.ts";

const STYLE = `
*{box-sizing:border-box}
body{font:16px/1.5 system-ui,sans-serif;margin:0;color:#1c1917;background:#f3efe8;overflow-wrap:anywhere}
main{max-width:34rem;margin:0 auto;padding:1rem}
main.wide{max-width:64rem}
.mark{margin:0;padding:.75rem 1rem;background:#fde68a;border-bottom:3px dashed #92400e;text-align:center;font-weight:700}
.mark small{display:block;font-weight:400;font-size:.875rem}
section,article{background:#fff;border:1px solid #d6d0c4;border-radius:.5rem;padding:1rem;margin:0 0 1rem}
h1{font-size:1.375rem;line-height:1.25;margin:.5rem 0 1rem}
h2{font-size:1.0625rem;margin:0 0 .75rem}h3{font-size:1rem;margin:0 0 .25rem}
p{margin:0 0 .75rem}p:last-child{margin-bottom:0}
table{width:100%;border-collapse:collapse}
caption{text-align:left;font-weight:700;margin-bottom:.25rem}
td,th{padding:.375rem 0;text-align:left;vertical-align:top;border-top:1px solid #e7e2da}
td:last-child,th:last-child{text-align:right;white-space:nowrap;padding-left:1rem}
tr.total td,tr.total th{font-size:1.25rem;font-weight:700;border-top:2px solid #1c1917}
tbody th{font-weight:400}
dl{margin:0 0 .75rem}dt{color:#57534e;font-size:.875rem}dd{margin:0 0 .5rem;font-weight:600}
dd.big{font-size:1.5rem;letter-spacing:.04em}
button,.button{display:block;width:100%;min-height:2.75rem;padding:.625rem 1rem;border:1px solid #1c1917;border-radius:.375rem;
background:#fff;color:#1c1917;font:600 1rem/1.4 system-ui,sans-serif;text-align:center;text-decoration:none;cursor:pointer}
button.main{background:#166534;border-color:#166534;color:#fff}
button.bad{color:#991b1b;border-color:#991b1b}
button:hover,.button:hover{background:#f3efe8}button.main:hover{background:#14532d}
:focus-visible{outline:3px solid #1c5fc4;outline-offset:2px}
form{margin:0 0 .625rem}form:last-child,.row:last-child{margin:0}.row{display:flex;flex-wrap:wrap;gap:.5rem;margin-bottom:.75rem}.row form{margin:0}
.row button,.row .button{display:inline-flex;align-items:center;width:auto;padding:.5rem .75rem;font-size:.875rem}
.notice{border-left:4px solid #1c5fc4}.notice.bad{border-color:#991b1b}.notice.good{border-color:#166534}
.quiet{color:#57534e;font-size:.9375rem}
summary{cursor:pointer;min-height:2.75rem;padding:.625rem 0;font-weight:600}
label{display:inline-flex;align-items:center;gap:.5rem;min-height:2.75rem;margin-right:1rem}
input[type=radio],input[type=checkbox]{width:1.25rem;height:1.25rem;margin:0}
.list label{display:flex}
input[type=text],select{min-height:2.75rem;padding:.25rem .625rem;border:1px solid #78716c;border-radius:.375rem;font:1rem system-ui,sans-serif}
fieldset{border:0;padding:0;margin:0 0 .75rem}legend{font-weight:600;padding:0}
a{color:#1c4f9c}
@media(min-width:60rem){.two{display:grid;grid-template-columns:1fr 1fr;gap:1rem;align-items:start}}
`;
const STYLE_HASH = createHash("sha256").update(STYLE).digest("base64");

interface Page {
  title: string;
  /** HTML, in which all values are already escaped. */
  main: string;
  isWide?: boolean;
  status?: number;
  /** The texts of the banner, which say that the page is a simulation. The default is about payments. */
  banner?: { title: string; subtitle: string };
  /** Other origins to which its forms may redirect: Chromium also checks those redirects against `form-action`. */
  formTargets?: readonly string[];
}

const PAYMENTS_BANNER = { title: "no es Mercado Pago", subtitle: "Aquí no se cobra nada y nada sale de este equipo." };

/** A page of the sandbox: no script, one style allowed by its hash, and the banner. */
export function sandboxPage(context: Context<HttpEnv>, page: Page): Response | Promise<Response> {
  const banner = page.banner ?? PAYMENTS_BANNER;
  const html = `<!doctype html>
<html lang="es-MX"><head><meta charset="utf-8"><title>${escapeHtml(page.title)} · Simulación</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">
<style>${STYLE}</style></head>
<body><header class="mark">SIMULACIÓN · ${banner.title}<small>${banner.subtitle}</small></header>
<main${page.isWide ? ' class="wide"' : ""}>
${page.main}
</main></body></html>`;
  const targets = ["'self'", ...new Set(page.formTargets)].join(" ");
  return context.html(html, (page.status ?? 200) as 200, {
    "Content-Security-Policy": `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; form-action ${targets}; base-uri 'none'; frame-ancestors 'none'`,
    "Cache-Control": "no-store",
  });
}

interface FormButton {
  action: string;
  label: string;
  fields: Record<string, string | number>;
  kind?: "main" | "bad";
  /** HTML of more fields, above the button. */
  fieldsHtml?: string;
}

/** A form with one button, for an action of the sandbox. */
export function formButton({ action, label, fields, kind, fieldsHtml = "" }: FormButton): string {
  const hiddenInputs = Object.entries(fields).map(
    ([name, value]) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(String(value))}">`,
  );
  const className = kind ? ` class="${kind}"` : "";
  return `<form method="post" action="${escapeHtml(action)}">${hiddenInputs.join("")}${fieldsHtml}<button${className}>${escapeHtml(label)}</button></form>`;
}

const MOMENT_FORMAT = new Intl.DateTimeFormat("es-MX", {
  dateStyle: "long",
  timeStyle: "short",
  timeZone: "America/Mexico_City",
});

/** "22 de noviembre de 2026, 12:00", in central Mexico. */
export function formatMoment(instant: Date): string {
  return MOMENT_FORMAT.format(instant);
}

/** A page with one notice, for an unknown URL or an expired link. */
export function noticePage(
  context: Context<HttpEnv>,
  status: number,
  title: string,
  text: string,
  banner: Page["banner"] = PAYMENTS_BANNER,
): Response | Promise<Response> {
  const main = `<h1>${escapeHtml(title)}</h1><section class="notice bad"><p>${escapeHtml(text)}</p></section>`;
  return sandboxPage(context, { title, main, status, banner });
}
