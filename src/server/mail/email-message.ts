import { escapeHtml } from "../../domain/escape-html.ts";
import type { EmailKind } from "../../domain/email-kinds.ts";
import { SHOP_COLORS, type ShopColor } from "../../domain/shop-colors.ts";

/** The content of an email before its text and its HTML are rendered from it. */
export interface EmailMessage {
  subject: string;
  /** The kind of an email to which a shop can add its own texts (`email-overrides.ts`). Missing for other emails. */
  kind?: EmailKind;
  /** The values of `{nombre}` and `{pedido}` in overrides: the customer and the order. */
  placeholders?: { nombre: string; pedido: string };
  /** The shop in whose name and color it is sent. */
  shop: { name: string; color: ShopColor };
  heading: string;
  paragraphs: string[];
  /** Label and value, one per row. */
  rows?: [string, string][];
  button?: { label: string; url: string };
  /** A secondary link, below the button. */
  link?: { label: string; url: string };
  closing?: string;
}

export function renderEmailText(email: EmailMessage): string {
  return [
    email.heading,
    ...email.paragraphs,
    (email.rows ?? []).map(([label, value]) => `${label}: ${value}`).join("\n"),
    email.button && `${email.button.label}: ${email.button.url}`,
    email.link && `${email.link.label}: ${email.link.url}`,
    email.closing,
    email.shop.name,
  ]
    .filter(Boolean)
    .join("\n\n");
}

/** Uses tables and inline styles, which all mail programs support. */
export function renderEmailHtml(email: EmailMessage): string {
  const { accent, onAccent } = SHOP_COLORS[email.shop.color];
  const rows = (email.rows ?? [])
    .map(
      ([label, value]) => `<tr>
        <td style="padding:6px 0;color:#57534e">${escapeHtml(label)}</td>
        <td style="padding:6px 0;text-align:right;font-weight:600">${escapeHtml(value)}</td></tr>`,
    )
    .join("");
  return `<!doctype html><html lang="es-MX"><head><meta charset="utf-8"><title>${escapeHtml(email.subject)}</title></head>
<body style="margin:0;background:#fbfaf8;font-family:Figtree,Helvetica,Arial,sans-serif;color:#1c1917">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" style="max-width:560px;background:#fff;border:1px solid #e7e2da;border-top:4px solid ${accent};border-radius:8px">
<tr><td style="padding:32px">
<p style="margin:0 0 24px;font-weight:700;letter-spacing:.02em">${escapeHtml(email.shop.name)}</p>
<h1 style="margin:0 0 16px;font-size:24px;line-height:1.2">${escapeHtml(email.heading)}</h1>
${email.paragraphs.map((text) => `<p style="margin:0 0 16px;line-height:1.5">${escapeHtml(text)}</p>`).join("\n")}
${rows && `<table role="presentation" width="100%" style="margin:0 0 24px;border-top:1px solid #e7e2da">${rows}</table>`}
${email.button ? `<p style="margin:0 0 24px"><a href="${escapeHtml(email.button.url)}" style="display:inline-block;background:${accent};color:${onAccent};text-decoration:none;padding:12px 20px;border-radius:6px;font-weight:600">${escapeHtml(email.button.label)}</a></p>` : ""}
${email.link ? `<p style="margin:0 0 24px"><a href="${escapeHtml(email.link.url)}" style="color:#1c1917">${escapeHtml(email.link.label)}</a></p>` : ""}
${email.closing ? `<p style="margin:0;color:#57534e;line-height:1.5">${escapeHtml(email.closing)}</p>` : ""}
</td></tr></table></td></tr></table></body></html>`;
}
