import { createTransport } from "nodemailer";
import { runInSpan } from "../../tracing/spans.ts";

export interface Attachment {
  filename: string;
  contentType: string;
  content: Buffer;
}

interface OutgoingEmail {
  to: string;
  /** The name shown before the sender's e-mail address. */
  fromName: string;
  /** The e-mail address for replies. Null means the sender. */
  replyTo: string | null;
  subject: string;
  text: string;
  html: string;
  /** The same for every attempt at the same email, so that a mailbox can discard duplicates. */
  messageId: string;
  attachments?: Attachment[];
}

/** Sends email. Throws if the server refuses it or cannot be reached, and the job retries. */
export interface Mailer {
  send(mail: OutgoingEmail): Promise<void>;
  /** Checks that the server can be reached and accepts the credentials of its URL. Throws otherwise. */
  checkConnection(): Promise<void>;
  close(): void;
}

/** Sends over SMTP, to the owner's server or to the sandbox on the loopback interface. */
export function smtpMailer(url: string, from: string): Mailer {
  const [, bracketedEmail] = /<([^<>]+)>\s*$/.exec(from) ?? [];
  const fromEmail = bracketedEmail ?? from.trim();
  const transport = createTransport({
    url,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 20_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    send: async ({ fromName, replyTo, ...mail }) => {
      try {
        await runInSpan("send mail", { kind: "CLIENT" }, () =>
          transport.sendMail({ ...mail, from: { name: fromName, address: fromEmail }, ...(replyTo && { replyTo }) }),
        );
      } catch (error) {
        const { responseCode, code } = error as { responseCode?: number; code?: string };
        // oxlint-disable-next-line preserve-caught-error -- the server's message names the recipient and must not be logged
        throw new Error(`SMTP ${responseCode ?? code ?? "failed"}`);
      }
    },
    checkConnection: async () => {
      try {
        await transport.verify();
      } catch (error) {
        const { responseCode, code } = error as { responseCode?: number; code?: string };
        // oxlint-disable-next-line preserve-caught-error -- the server's message may name the account
        throw new Error(`SMTP ${responseCode ?? code ?? "failed"}`);
      }
    },
    close: () => transport.close(),
  };
}
