import type { Hono } from "hono";
import type { App } from "../../app.ts";
import type { HttpEnv } from "../../api/env.ts";
import { escapeHtml } from "../../../domain/escape-html.ts";

const MAX_MAILS = 100;

/** `/sandbox/mail`: the last 100 emails that the shop sent, newest first. `/sandbox/mail.json?to=` is for tests. */
export function bindMailbox(api: Hono<HttpEnv>, app: App): void {
  api.get("/sandbox/mail.json", async (context) =>
    context.json(await listMails(app, context.req.query("to")), 200, { "Cache-Control": "no-store" }),
  );
  api.get("/sandbox/mail", async (context) =>
    context.html(renderMailboxPage(await listMails(app, context.req.query("to"))), 200, {
      "Content-Security-Policy":
        "default-src 'none'; style-src 'unsafe-inline'; frame-src 'self'; frame-ancestors 'none'",
      "Cache-Control": "no-store",
    }),
  );
}

async function listMails(app: App, to: string | undefined) {
  let query = app.db.selectFrom("sandbox_emails").selectAll().orderBy("id", "desc").limit(MAX_MAILS);
  if (to) query = query.where("recipient", "=", to.trim().toLowerCase());
  const rows = await query.execute();
  return rows.map((row) => ({
    from: row.sender,
    to: row.recipient,
    subject: row.subject,
    text: row.text_body,
    html: row.html_body,
    attachments: row.attachments,
    on: row.at.toISOString(),
  }));
}

function renderMailboxPage(mails: Awaited<ReturnType<typeof listMails>>): string {
  const mailsHtml = mails
    .map(
      (
        mail,
      ) => `<details><summary><strong>${escapeHtml(mail.subject)}</strong> · ${escapeHtml(mail.from)} → ${escapeHtml(mail.to)} · ${mail.on}</summary>
<iframe sandbox="allow-popups allow-top-navigation-by-user-activation" title="${escapeHtml(mail.subject)}" srcdoc="${escapeHtml(mail.html)}"></iframe></details>`,
    )
    .join("\n");
  return `<!doctype html><html lang="es-MX"><head><meta charset="utf-8"><title>Buzón de pruebas</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><style>
body{font:16px/1.5 system-ui,sans-serif;max-width:52rem;margin:2rem auto;padding:0 1rem;color:#1c1917}
.mark{background:#fef3c7;border:1px solid #d97706;padding:.5rem 1rem;border-radius:.4rem}
details{border-bottom:1px solid #e7e2da;padding:.75rem 0}summary{cursor:pointer}
iframe{width:100%;height:36rem;border:1px solid #e7e2da;margin-top:1rem;background:#fff}
</style></head><body><h1>Buzón de pruebas</h1>
<p class="mark">SIMULACIÓN: aquí llegan los correos de la tienda de demostración. Ninguno salió a internet.</p>
${mailsHtml || "<p>Todavía no hay correos.</p>"}</body></html>`;
}
