import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { listMailsTo, runEmailJobs } from "../testing/mails.ts";
import { startTestServer, type TestServer } from "../testing/test-server.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

interface SignedInCustomer {
  id: string;
  token: string;
  username: string;
}

const profileFields = { name: "Eva", lastName: "Ruiz", phone: "5533334444" };
const address = { street: "Calle 1", neigh: "Centro", postalCode: "06000", city: "Cuauhtémoc", state: "CDMX" };

async function signUp(changes: object = {}): Promise<SignedInCustomer> {
  const username = `${crypto.randomUUID()}@ejemplo.mx`;
  const body = { ...profileFields, username, password: "secreta-1", ...changes };
  const { json } = await server.call("POST", "/api/v1/customers", { body });
  return { id: json.customer._id, token: json.access_token, username };
}

async function newGuest(): Promise<SignedInCustomer> {
  const { json } = await server.call("POST", "/api/v1/customers", { body: profileFields });
  return { id: json.customer._id, token: json.access_token, username: "" };
}

const change = (customer: SignedInCustomer, body: object) =>
  server.call("PUT", `/api/v1/customers/${customer.id}`, {
    body: { ...profileFields, username: customer.username, ...body },
    token: customer.token,
  });
const findByPhone = (phone: string, token?: string) =>
  server.call("GET", `/api/v1/customers/find?phone=${phone}`, { token });

describe("signing up", () => {
  test("refuses a taken user name in any spelling, with an error at the field", async () => {
    const eva = await signUp();
    const secondSignUp = { ...profileFields, username: eva.username.toUpperCase(), password: "otra-1234" };
    expect(await server.call("POST", "/api/v1/customers", { body: secondSignUp })).toMatchObject({
      status: 409,
      json: {
        code: "USERNAME_TAKEN",
        detail: "Ya existe un usuario con este correo/celular, elige uno diferente",
        errors: [{ path: "username" }],
      },
    });
  });

  test("works when the request has an invalid token", async () => {
    const answer = await server.call("POST", "/api/v1/customers", { body: profileFields, token: "A".repeat(43) });
    expect(answer.status).toBe(200);
  });

  test("enforces the owner's minimum password length", async () => {
    const body = { ...profileFields, username: "corta@ejemplo.mx", password: "siete-7" };
    expect((await server.call("POST", "/api/v1/customers", { body })).json.code).toBe("PASSWORD_SHORT");
    await sql`UPDATE shops SET settings = jsonb_set(settings, '{accounts,passwordMin}', '12') WHERE key = 'norte'`.execute(
      server.app.db,
    );
    const bodyWithElevenCharacterPassword = { ...body, password: "once-letras" };
    const request = () =>
      server.call("POST", "/api/v1/customers", { body: bodyWithElevenCharacterPassword, shop: "norte" });
    await expect.poll(async () => (await request()).json.code, { timeout: 2_000 }).toBe("PASSWORD_SHORT");
  });
});

describe("a common password", () => {
  const COMMON_PASSWORD_RESPONSE = {
    status: 422,
    json: { code: "PASSWORD_COMMON", errors: [{ path: "password", message: expect.stringContaining("común") }] },
  };
  const sendSignUp = (password: string, more: object = {}) =>
    server.call("POST", "/api/v1/customers", {
      body: { ...profileFields, username: `${crypto.randomUUID()}@ejemplo.mx`, password, ...more },
    });

  test.each(["password", "12345678", "Sunshine", " QWERTYUIOP ", "password1"])(
    "%j is refused at sign-up, also during the checkout",
    async (password) => {
      expect(await sendSignUp(password)).toMatchObject(COMMON_PASSWORD_RESPONSE);
      expect(await sendSignUp(password, { atCheckout: true })).toMatchObject(COMMON_PASSWORD_RESPONSE);
    },
  );

  test("is refused even if the owner allows short passwords", async () => {
    const settings = sql`jsonb_set(settings, '{accounts,passwordMin}', '4')`;
    await sql`UPDATE shops SET settings = ${settings} WHERE key = 'norte'`.execute(server.app.db);
    const request = (password: string) => {
      const body = { ...profileFields, username: `${crypto.randomUUID()}@ejemplo.mx`, password };
      return server.call("POST", "/api/v1/customers", { body, shop: "norte" });
    };
    await expect.poll(async () => (await request("perro")).status, { timeout: 2_000 }).toBe(200);
    expect(await request("dragon")).toMatchObject(COMMON_PASSWORD_RESPONSE);
  });

  test("is refused as a new password, even if the current one is common", async () => {
    const eva = await signUp();
    await server.app.db
      .updateTable("customers")
      .set({ password_hash: await server.app.passwords.hash("1234") })
      .where("id", "=", eva.id)
      .execute();
    const path = `/api/v1/customers/${eva.id}/password-update`;
    const login = { username: eva.username, password: "1234" };
    const { access_token: token } = (await server.call("POST", "/api/v1/auth/login", { body: login })).json;
    const request = (value: string) => server.call("PUT", path, { body: { current: "1234", value }, token });
    expect(await request("iloveyou")).toMatchObject({ ...COMMON_PASSWORD_RESPONSE, json: { code: "PASSWORD_COMMON" } });
    expect((await request("una-que-nadie-usa")).status).toBe(200);
  });
});

describe("an account created during the checkout", () => {
  const sendSignUp = (password: string, more: object) =>
    server.call("POST", "/api/v1/customers", {
      body: { ...profileFields, username: `${crypto.randomUUID()}@ejemplo.mx`, password, ...more },
    });

  test("has the checkout's minimum password length, with an error at the field", async () => {
    await sql`UPDATE shops SET settings = jsonb_set(settings, '{accounts,checkoutPasswordMin}', '10')
      WHERE key = 'matriz'`.execute(server.app.db);
    const signUpAtCheckout = (password: string) => sendSignUp(password, { atCheckout: true });
    await expect.poll(async () => (await signUpAtCheckout("nueve---9")).status, { timeout: 2_000 }).toBe(422);
    expect((await signUpAtCheckout("nueve---9")).json).toMatchObject({
      code: "PASSWORD_SHORT",
      errors: [{ path: "password" }],
    });
    expect((await signUpAtCheckout("diez----10")).status).toBe(200);
    expect((await sendSignUp("nueve---9", {})).status).toBe(200);
  });
});

describe("a profile change", () => {
  test("stores the editable fields, and the next sign-in returns them", async () => {
    const eva = await signUp();
    const username = `${crypto.randomUUID()}@ejemplo.mx`;
    const body = { name: " Eva  María ", lastName: "Ruiz Soto", phone: "55 1111 2222", username, rfc: "rusm800101ab1" };
    const { status, json } = await change(eva, body);
    expect(status).toBe(200);
    expect(json).toEqual({
      status: "OK",
      customer: {
        _id: eva.id,
        type: "registered",
        name: "Eva María",
        lastName: "Ruiz Soto",
        phone: "5511112222",
        username,
        rfc: { rfc: "RUSM800101AB1", fileUrl: null },
        addresses: [],
      },
    });
    const login = { username, password: "secreta-1" };
    expect((await server.call("POST", "/api/v1/auth/login", { body: login })).json.customer).toEqual(json.customer);
    // A client may send the received customer back unchanged.
    expect((await change({ ...eva, username }, { ...json.customer })).json.customer).toEqual({
      ...json.customer,
    });
  });

  test("notifies the old mailbox about the new user name", async () => {
    const eva = await signUp();
    const username = `${crypto.randomUUID()}@ejemplo.mx`;
    await change(eva, { username });
    await runEmailJobs(server.app);
    const [mail] = await listMailsTo(server.app, eva.username);
    expect(mail).toMatchObject({ subject: "Cambió el usuario de tu cuenta" });
    expect(mail!.text).not.toContain(username);
    expect(await listMailsTo(server.app, username)).toEqual([]);
  });

  test("requires a recent sign-in to change the user name", async () => {
    const eva = await signUp();
    const username = `${crypto.randomUUID()}@ejemplo.mx`;
    await sql`UPDATE sessions SET expires_at = expires_at - interval '16 minutes', ends_at = ends_at - interval '16 minutes'
      WHERE customer_id = ${eva.id}`.execute(server.app.db);
    const { json } = await server.call("POST", "/api/v1/auth/refresh", { body: { token: eva.token } });
    const evaInOldSession = { ...eva, token: json.access_token };
    expect(await change(evaInOldSession, { username, name: "Otra" })).toMatchObject({
      status: 403,
      json: { code: "SIGN_IN_AGAIN", errors: [{ path: "username" }] },
    });
    expect(await getCustomerRow(eva.id)).toMatchObject({ username: eva.username, name: "Eva" });
    expect((await change(evaInOldSession, { name: "Otra" })).status).toBe(200);
    const login = { username: eva.username, password: "secreta-1" };
    const { access_token: token } = (await server.call("POST", "/api/v1/auth/login", { body: login })).json;
    expect((await change({ ...eva, token }, { username })).status).toBe(200);
  });

  test("refuses another customer's user name, also concurrently", async () => {
    const [eva, leo] = [await signUp(), await signUp()];
    expect((await change(eva, { username: leo.username })).json.code).toBe("USERNAME_TAKEN");
    const username = `${crypto.randomUUID()}@ejemplo.mx`;
    const answers = await Promise.all([change(eva, { username }), change(leo, { username })]);
    expect(answers.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  });

  test("of a guest never creates an account without a password", async () => {
    const guest = await newGuest();
    const { json } = await change(guest, { username: "sin-clave@ejemplo.mx", name: "Otra" });
    expect(json.customer).toMatchObject({ type: "guest", name: "Otra", username: null });
  });

  test("ignores fields that the customer may not set", async () => {
    const eva = await signUp();
    const before = await getCustomerRow(eva.id);
    const { json } = await change(eva, {
      _id: "01990000-0000-7000-8000-000000000000",
      id: "01990000-0000-7000-8000-000000000000",
      type: "guest",
      kind: "guest",
      access: "admin",
      role: "admin",
      password: "robada-1",
      password_hash: "x",
      email: "otro@ejemplo.mx",
      createdOn: "2020-01-01",
      created_at: "2020-01-01",
      addresses: [address],
      rfc: { rfc: "XAXX010101000", fileUrl: "http://127.0.0.1/robado.pdf" },
      __proto__: { type: "guest" },
      constructor: { prototype: { type: "guest" } },
    });
    expect(json.customer).toMatchObject({ _id: eva.id, type: "registered", addresses: [] });
    expect(json.customer.rfc).toEqual({ rfc: "XAXX010101000", fileUrl: null });
    expect(await getCustomerRow(eva.id)).toEqual({ ...before, rfc: "XAXX010101000" });
  });

  test.each([
    [{ name: "" }, "name"],
    [{ lastName: "   " }, "lastName"],
    [{ phone: "123" }, "phone"],
    [{ name: "x".repeat(121) }, "name"],
    [{ rfc: "x".repeat(14) }, "rfc"],
  ])("with %j is refused with an error at %s", async (body, path) => {
    const { status, json } = await change(await signUp(), body);
    expect(status).toBe(422);
    expect(json.errors.map((error: { path: string }) => error.path)).toContain(path);
  });
});

describe("looking up a phone number", () => {
  test("finds only the caller, by their own phone", async () => {
    const eva = await signUp({ phone: "5577778888" });
    expect((await findByPhone("55%207777%208888", eva.token)).json).toMatchObject({
      status: "OK",
      customer: { _id: eva.id },
    });
    const nothing = { status: "NOT_FOUND", customer: null };
    expect((await findByPhone("5512345678", eva.token)).json).toEqual(nothing);
    expect((await findByPhone("5577778888")).json).toEqual(nothing);
    expect((await findByPhone("5577778888", (await newGuest()).token)).json).toEqual(nothing);
    expect((await findByPhone("5599990000")).text).toBe((await findByPhone("5577778888")).text);
    expect((await server.call("GET", "/api/v1/customers/find")).json).toEqual(nothing);
    expect((await findByPhone("5577778888", "A".repeat(43))).json).toEqual(nothing);
  });

  test("changing one's phone to another customer's does not reveal that customer", async () => {
    const eva = await signUp({ phone: "5566667777" });
    const other = await signUp();
    await change(other, { phone: "5566667777" });
    expect((await findByPhone("5566667777", other.token)).json.customer._id).toBe(other.id);
    expect((await findByPhone("5566667777", eva.token)).json.customer._id).toBe(eva.id);
  });
});

describe("addresses", () => {
  test("are saved, changed, deleted and restored", async () => {
    const eva = await signUp();
    const path = `/api/v1/customers/${eva.id}/address`;
    const added = await server.call("POST", path, {
      body: { ...address, _id: "x", country: "Francia", customer_id: "x", deleted: true },
      token: eva.token,
    });
    expect(added.status).toBe(200);
    const [saved] = added.json.addresses;
    expect(saved).toEqual({ ...address, _id: saved._id, country: "México", deleted: false });
    const put = async (body: object) =>
      (await server.call("PUT", `${path}/${saved._id}`, { body, token: eva.token })).json;
    expect((await put({ ...saved, street: "Calle 2" })).addresses).toMatchObject([
      { _id: saved._id, street: "Calle 2" },
    ]);
    expect((await put({ ...saved, deleted: true })).addresses).toEqual([]);
    const { rows } = await sql`SELECT FROM addresses WHERE id = ${saved._id} AND is_deleted`.execute(server.app.db);
    expect(rows).toHaveLength(1);
    expect((await put({ ...saved, deleted: false })).addresses).toHaveLength(1);
  });
});

test("a customer has at most fifty addresses, new or restored", async () => {
  const eva = await signUp();
  const path = `/api/v1/customers/${eva.id}/address`;
  const add = () => server.call("POST", path, { body: address, token: eva.token });
  const { addresses } = (await add()).json;
  const put = (deleted: boolean) =>
    server.call("PUT", `${path}/${addresses[0]._id}`, { body: { ...address, deleted }, token: eva.token });
  await sql`INSERT INTO addresses (id, customer_id, street, neighborhood, postal_code, city, state)
    SELECT gen_random_uuid(), ${eva.id}::uuid, 'Calle ' || n, 'Centro', '06000', 'Cuauhtémoc', 'CDMX'
    FROM generate_series(1, 49) n`.execute(server.app.db);
  expect(await add()).toMatchObject({ status: 409, json: { code: "TOO_MANY_ADDRESSES" } });
  expect((await put(true)).status).toBe(200);
  expect((await add()).json.addresses).toHaveLength(50);
  expect((await put(false)).json.code).toBe("TOO_MANY_ADDRESSES");
  const unknownAddress = `${path}/01990000-0000-7000-8000-000000000000`;
  expect((await server.call("PUT", unknownAddress, { body: address, token: eva.token })).json.code).toBe(
    "ADDRESS_NOT_FOUND",
  );
});

async function getCustomerRow(id: string): Promise<Record<string, unknown>> {
  return (await server.app.db
    .selectFrom("customers")
    .selectAll()
    .where("id", "=", id)
    .executeTakeFirstOrThrow()) as Record<string, unknown>;
}
