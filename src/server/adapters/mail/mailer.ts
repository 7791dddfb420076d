import { createTransport } from "nodemailer";

export interface Attachment {
  filename: string;
  contentType: string;
  content: Buffer;
}

interface Mail {
  to: string;
  /** Whose name stands before the address that mails are sent from. */
  fromName: string;
  /** Where answers go; null: to the sender. */
  replyTo: string | null;
  subject: string;
  text: string;
  html: string;
  /** The same for every try at the same mail, so that a mailbox can drop the second. */
  messageId: string;
  attachments?: Attachment[];
}

/** Sends mail; throws where the server does not take it, and the job tries again. */
export interface Mailer {
  send(mail: Mail): Promise<void>;
  /** Whether the server can be reached and lets us in; throws where not. */
  check(): Promise<void>;
  close(): void;
}

/** Over SMTP: the owner's server, or the sandbox's on the loopback. */
export function smtpMailer(url: string, from: string): Mailer {
  const [, bare] = /<([^<>]+)>\s*$/.exec(from) ?? [];
  const address = bare ?? from.trim();
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
        await transport.sendMail({ ...mail, from: { name: fromName, address }, ...(replyTo && { replyTo }) });
      } catch (error) {
        const { responseCode, code } = error as { responseCode?: number; code?: string };
        // oxlint-disable-next-line preserve-caught-error -- the server's own words name the recipient: not for the log
        throw new Error(`SMTP ${responseCode ?? code ?? "failed"}`);
      }
    },
    check: async () => {
      try {
        await transport.verify();
      } catch (error) {
        const { responseCode, code } = error as { responseCode?: number; code?: string };
        // oxlint-disable-next-line preserve-caught-error -- the server's own words may name the account
        throw new Error(`SMTP ${responseCode ?? code ?? "failed"}`);
      }
    },
    close: () => transport.close(),
  };
}
