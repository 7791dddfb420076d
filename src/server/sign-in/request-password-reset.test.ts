import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { MAX_RESET_LINKS_PER_HOUR } from "../sessions/lifetimes.ts";
import { listMailsTo, runEmailJobs } from "../testing/mails.ts";
import { startTestServer, type TestServer } from "../testing/test-server.ts";
import { mailPasswordReset } from "./request-password-reset.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const post = (path: string, body: object) => server.call("POST", path, { body });
const requestReset = (username: string) => post("/api/v1/auth/forgot", { username });
const resetPassword = (token: string, password: string) => post("/api/v1/auth/reset", { token, password });
const logIn = (username: string, password: string) => post("/api/v1/auth/login", { username, password });

async function signUp(username = `${crypto.randomUUID()}@ejemplo.mx`): Promise<{ username: string; token: string }> {
  const body = { name: "Eva", lastName: "Ruiz", phone: "5533334444", username, password: "olvidada" };
  return { username, token: (await post("/api/v1/customers", body)).json.access_token };
}

async function requestResetToken(username: string): Promise<string> {
  expect((await requestReset(username)).status).toBe(202);
  await runEmailJobs(server.app);
  const mail = (await listMailsTo(server.app, username)).find(
    ({ subject }) => subject === "Elige una contraseña nueva",
  );
  return /\/reset#token=([\w-]+)/.exec(mail?.text ?? "")![1]!;
}

test("the response is the same for every user name, and no email goes to unknown ones", async () => {
  const responses = [];
  for (const username of ["ana@ejemplo.mx", "nadie@ejemplo.mx", "5512345678", "ni esto ni aquello"]) {
    responses.push(await requestReset(username));
  }
  for (const { status, text } of responses) expect([status, text]).toEqual([202, responses[0]!.text]);
  await runEmailJobs(server.app);
  expect(await listMailsTo(server.app, "ana@ejemplo.mx")).toHaveLength(1);
  const { rows } = await sql`SELECT recipient FROM sandbox_emails WHERE recipient <> 'ana@ejemplo.mx'`.execute(
    server.app.db,
  );
  expect(rows).toEqual([]);
});

test("the link sets a new password once, signs in, and ends every other session and link", async () => {
  const eva = await signUp();
  const [firstToken, secondToken] = [await requestResetToken(eva.username), await requestResetToken(eva.username)];
  expect(firstToken).not.toBe(secondToken);
  const { status, json } = await resetPassword(secondToken, "recordada");
  expect(status).toBe(200);
  expect(json).toMatchObject({ status: "OK", customer: { username: eva.username } });
  const listOrders = (token: string) => server.call("GET", `/api/v1/customers/${json.customer._id}/orders`, { token });
  expect((await listOrders(json.access_token)).status).toBe(200);
  expect((await listOrders(eva.token)).status).toBe(401);
  expect((await logIn(eva.username, "olvidada")).status).toBe(401);
  expect((await logIn(eva.username, "recordada")).status).toBe(200);
  for (const usedToken of [firstToken, secondToken]) {
    expect(await resetPassword(usedToken, "otra-vez")).toMatchObject({ status: 422, json: { code: "RESET_INVALID" } });
  }
});

test("links whose email could not be sent do not count towards the hourly limit", async () => {
  const { username } = await signUp();
  const { id: shopId } = await server.findShop();
  await sql`ALTER TABLE sandbox_emails RENAME TO sandbox_emails_away`.execute(server.app.db);
  for (let attempt = 0; attempt <= MAX_RESET_LINKS_PER_HOUR; attempt++) {
    await expect(mailPasswordReset(server.app, { username, shopId })).rejects.toThrow("SMTP 450");
  }
  await sql`ALTER TABLE sandbox_emails_away RENAME TO sandbox_emails`.execute(server.app.db);
  expect((await resetPassword(await requestResetToken(username), "recordada")).status).toBe(200);
});

test("a reset ends the session whose token came with the request, even if it is another customer's", async () => {
  const [eva, leo] = [await signUp(), await signUp()];
  const body = { token: await requestResetToken(eva.username), password: "recordada" };
  expect((await server.call("POST", "/api/v1/auth/reset", { body, token: leo.token })).status).toBe(200);
  expect((await server.call("POST", "/api/v1/auth/refresh", { body: { token: leo.token } })).status).toBe(401);
});

test("of several concurrent uses of a link exactly one sets the password", async () => {
  const eva = await signUp();
  const token = await requestResetToken(eva.username);
  const responses = await Promise.all(
    ["la primera", "la segunda", "la tercera"].map((password) => resetPassword(token, password)),
  );
  expect(responses.map((response) => response.status).toSorted((a, b) => a - b)).toEqual([200, 422, 422]);
});

test("an expired, forged or truncated link is refused, and so is a short or common password", async () => {
  const eva = await signUp();
  const token = await requestResetToken(eva.username);
  expect((await resetPassword(token, "abc")).json.code).toBe("PASSWORD_SHORT");
  expect((await resetPassword(token, "Princess")).json.code).toBe("PASSWORD_COMMON");
  expect((await resetPassword(token.slice(0, -1), "recordada")).json.code).toBe("RESET_INVALID");
  expect((await resetPassword("A".repeat(43), "recordada")).json.code).toBe("RESET_INVALID");
  await sql`UPDATE password_resets SET expires_at = now() - interval '1 second'`.execute(server.app.db);
  expect((await resetPassword(token, "recordada")).json.code).toBe("RESET_INVALID");
  expect((await logIn(eva.username, "olvidada")).status).toBe(200);
});

test("at most five links an hour are sent to one mailbox", async () => {
  const eva = await signUp();
  for (let n = 0; n < 8; n++) expect((await requestReset(eva.username)).status).toBe(202);
  await runEmailJobs(server.app);
  expect(await listMailsTo(server.app, eva.username)).toHaveLength(5);
});

test("the customer's name is escaped in the email", async () => {
  const username = `${crypto.randomUUID()}@ejemplo.mx`;
  const name = "<img src=x onerror=alert(1)>\r\nBcc: otro@ejemplo.mx";
  await post("/api/v1/customers", { name, lastName: "x", phone: "5533334444", username, password: "olvidada" });
  await requestResetToken(username);
  const [mail] = await listMailsTo(server.app, username);
  expect(mail!.html).not.toContain("<img");
  expect(mail!.html).toContain("&lt;img");
  expect(await listMailsTo(server.app, "otro@ejemplo.mx")).toEqual([]);
});
