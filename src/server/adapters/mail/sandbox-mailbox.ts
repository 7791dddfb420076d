import type { AddressInfo } from "node:net";
import PostalMime from "postal-mime";
import { SMTPServer } from "smtp-server";
import type { Db } from "../../db/connect.ts";
import type { Log } from "../../log.ts";

export interface SandboxMailbox {
  /** The URL that the mailer sends to. */
  smtpUrl: string;
  close(): Promise<void>;
}

/** A mail server on the loopback interface that delivers nothing. What it receives is shown under /sandbox/mail. */
export async function openSandboxMailbox(db: Db, log: Log): Promise<SandboxMailbox> {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    size: 25 * 1024 * 1024,
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        const recipients = session.envelope.rcptTo.map((recipient) => recipient.address);
        storeEmails(db, recipients, Buffer.concat(chunks)).then(() => done(), done);
      });
    },
  });
  server.on("error", (error) => log.warn({ err: error }, "the sandbox's mail server failed"));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.server.address() as AddressInfo;
  return {
    smtpUrl: `smtp://127.0.0.1:${port}?ignoreTLS=true`,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

async function storeEmails(db: Db, recipients: string[], rawEmail: Buffer): Promise<void> {
  const mail = await PostalMime.parse(rawEmail);
  const attachments = mail.attachments.map((attachment) => ({
    filename: attachment.filename,
    contentType: attachment.mimeType,
    base64: toBase64(attachment.content),
  }));
  for (const recipient of recipients) {
    await db
      .insertInto("sandbox_emails")
      .values({
        recipient: recipient.toLowerCase(),
        sender: mail.from?.name ?? "",
        subject: mail.subject ?? "",
        text_body: mail.text ?? "",
        html_body: mail.html ?? "",
        attachments: JSON.stringify(attachments),
      })
      .execute();
  }
}

function toBase64(content: ArrayBuffer | Uint8Array | string): string {
  return typeof content === "string"
    ? Buffer.from(content).toString("base64")
    : Buffer.from(content as Uint8Array).toString("base64");
}
