import { escapeHtml } from "../../domain/escape-html.ts";
import type { EmailKind } from "../../domain/email-kinds.ts";
import { SHOP_COLORS, type ShopColor } from "../../domain/shop-colors.ts";

/** A mail before it is laid out: the same words make its text and its HTML. */
export interface EmailMessage {
  subject: string;
  /** Which of the letters to customers it is; those about accounts and staff have none and take no words of the owner. */
  kind?: EmailKind;
  /** Whom and what it is about, for `{nombre}` and `{pedido}` in the owner's words. */
  named?: { nombre: string; pedido: string };
  /** In whose name and colour it comes. */
  shop: { name: string; color: ShopColor };
  heading: string;
  paragraphs: string[];
  /** Label and value, one a row. */
  rows?: [string, string][];
  button?: { label: string; url: string };
  /** A quieter one, below the button. */
  link?: { label: string; url: string };
  closing?: string;
}

export function renderEmailText(letter: EmailMessage): string {
  return [
    letter.heading,
    ...letter.paragraphs,
    (letter.rows ?? []).map(([label, value]) => `${label}: ${value}`).join("\n"),
    letter.button && `${letter.button.label}: ${letter.button.url}`,
    letter.link && `${letter.link.label}: ${letter.link.url}`,
    letter.closing,
    letter.shop.name,
  ]
    .filter(Boolean)
    .join("\n\n");
}

/** Plain tables and inline styles: what mail programs understand. */
export function renderEmailHtml(letter: EmailMessage): string {
  const { accent, onAccent } = SHOP_COLORS[letter.shop.color];
  const rows = (letter.rows ?? [])
    .map(
      ([label, value]) => `<tr>
        <td style="padding:6px 0;color:#57534e">${escapeHtml(label)}</td>
        <td style="padding:6px 0;text-align:right;font-weight:600">${escapeHtml(value)}</td></tr>`,
    )
    .join("");
  return `<!doctype html><html lang="es-MX"><head><meta charset="utf-8"><title>${escapeHtml(letter.subject)}</title></head>
<body style="margin:0;background:#fbfaf8;font-family:Figtree,Helvetica,Arial,sans-serif;color:#1c1917">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" style="max-width:560px;background:#fff;border:1px solid #e7e2da;border-top:4px solid ${accent};border-radius:8px">
<tr><td style="padding:32px">
<p style="margin:0 0 24px;font-weight:700;letter-spacing:.02em">${escapeHtml(letter.shop.name)}</p>
<h1 style="margin:0 0 16px;font-size:24px;line-height:1.2">${escapeHtml(letter.heading)}</h1>
${letter.paragraphs.map((text) => `<p style="margin:0 0 16px;line-height:1.5">${escapeHtml(text)}</p>`).join("\n")}
${rows && `<table role="presentation" width="100%" style="margin:0 0 24px;border-top:1px solid #e7e2da">${rows}</table>`}
${letter.button ? `<p style="margin:0 0 24px"><a href="${escapeHtml(letter.button.url)}" style="display:inline-block;background:${accent};color:${onAccent};text-decoration:none;padding:12px 20px;border-radius:6px;font-weight:600">${escapeHtml(letter.button.label)}</a></p>` : ""}
${letter.link ? `<p style="margin:0 0 24px"><a href="${escapeHtml(letter.link.url)}" style="color:#1c1917">${escapeHtml(letter.link.label)}</a></p>` : ""}
${letter.closing ? `<p style="margin:0;color:#57534e;line-height:1.5">${escapeHtml(letter.closing)}</p>` : ""}
</td></tr></table></td></tr></table></body></html>`;
}
