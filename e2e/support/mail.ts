import type { APIRequestContext } from "@playwright/test";
import { expect } from "./shop.ts";

/** Waits for a mail to this mailbox whose subject and text match. Returns the first group, or else the whole match. */
export async function waitForMailMatch(request: APIRequestContext, email: string, pattern: RegExp): Promise<string> {
  const find = async (): Promise<string | undefined> => {
    const mails = (await (await request.get("/sandbox/mail.json", { params: { to: email } })).json()) as {
      subject: string;
      text: string;
    }[];
    const match = mails.map(({ subject, text }) => pattern.exec(`${subject}\n${text}`)).find(Boolean);
    return match?.[1] ?? match?.[0];
  };
  await expect.poll(find).toBeTruthy();
  return (await find())!;
}
