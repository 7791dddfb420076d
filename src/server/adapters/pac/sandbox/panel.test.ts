import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeIngreso } from "../../../testing/invoices.ts";
import { cancellationOf, buildIngresoToday, readStampOrThrow, sealInvoice } from "../../../testing/pac.ts";
import { startTestServer, type TestServer } from "../../../testing/test-server.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const readPage = async () => (await server.call("GET", "/sandbox/pac")).text;
const submitForm = (fields: Record<string, string>) =>
  server.call("POST", "/sandbox/pac/panel", {
    rawBody: new URLSearchParams(fields).toString(),
    headers: { "Content-Type": "application/x-www-form-urlencoded" },
  });

async function stampAndGetXml(receiver = makeIngreso().receiver): Promise<string> {
  const answer = await server.app.pac!.stamp(sealInvoice(buildIngresoToday({ receiver })));
  if (answer.outcome !== "stamped") throw new Error(JSON.stringify(answer));
  return answer.xml;
}

describe("the sandbox's panel", () => {
  test("says that it is a simulation, and escapes what it shows", async () => {
    await stampAndGetXml({ ...makeIngreso().receiver, rfc: "XIB190128J61", name: "<SCRIPT>ALERT(1)</SCRIPT> & CIA" });
    const { text, headers } = await server.call("GET", "/sandbox/pac");
    expect(text).toContain("SIMULACIÓN · no es un PAC ni el SAT");
    expect(text).toContain("&lt;SCRIPT&gt;ALERT(1)&lt;/SCRIPT&gt; &amp; CIA");
    expect(text).not.toContain("<SCRIPT>");
    expect(headers.get("content-security-policy")).toContain("default-src 'none'");
  });

  test("shows each document as it was returned", async () => {
    const xml = await stampAndGetXml();
    const { uuid } = readStampOrThrow(xml);
    expect(await readPage()).toContain(`href="/sandbox/pac/stamps/${uuid}.xml"`);
    const { text, headers } = await server.call("GET", `/sandbox/pac/stamps/${uuid}.xml`);
    expect([text, headers.get("content-type")]).toEqual([xml, "text/xml; charset=utf-8"]);
    const missingStamp = await server.call("GET", "/sandbox/pac/stamps/00000000-0000-4000-8000-000000000000.xml");
    expect([missingStamp.status, missingStamp.text.includes("Aquí no se timbró ese CFDI.")]).toEqual([404, true]);
  });

  test.each([
    ["accept", "cancelled"],
    ["reject", "rejected"],
  ])("answers a cancellation for the receiver: %s", async (action, status) => {
    const xml = await stampAndGetXml();
    const { uuid } = readStampOrThrow(xml);
    await server.app.pac!.cancel(cancellationOf(xml));
    expect(await readPage()).toContain("Cancelación por aceptar");
    const { status: httpStatus, headers } = await submitForm({ intent: action, uuid });
    expect([httpStatus, headers.get("location")]).toEqual([303, "/sandbox/pac"]);
    expect(await server.app.pac!.getSatStatus(cancellationOf(xml))).toEqual({ status });
  });

  test.each([
    [{ fault: "503" }, "503"],
    [{ fault: "reject", code: " cfdi40145 " }, "reject:CFDI40145"],
    [{ fault: "reject", code: "no es" }, null],
    [{ fault: "" }, null],
  ])("the form %j sets the fault %j", async (fields, fault) => {
    await submitForm({ intent: "fault", ...fields });
    expect((await server.call("GET", "/sandbox/pac/state.json")).json.fault).toBe(fault);
  });

  test("ignores an invalid action", async () => {
    expect((await submitForm({ intent: "accept", uuid: "'; drop" })).status).toBe(303);
  });
});

describe("the control for tests", () => {
  const control = (body: unknown) => server.call("POST", "/sandbox/pac/control", { body });
  test.each(["down", "hang-after-work", "reject:CFDI40145", null])("sets the fault %j", async (fault) => {
    const { status, json } = await control({ fault });
    expect([status, json]).toEqual([200, { fault }]);
  });
  test.each([
    {},
    { fault: "tired" },
    { fault: "reject:" },
    { cancellation: "accept" },
    { cancellation: "maybe", uuid: "x" },
    { other: 1 },
  ])("refuses %j", async (body) => {
    expect((await control(body)).status).toBe(422);
  });
  test("refuses to answer a cancellation that was not requested", async () => {
    expect((await control({ cancellation: "accept", uuid: "no es" })).status).toBe(409);
  });
});

test("a live shop without ALLOW_SANDBOX has neither the sandbox nor its pages", async () => {
  const live = await startTestServer({
    PUBLIC_URL: "https://tienda.mx",
    SMTP_URL: "smtp://127.0.0.1:9",
    MP_ACCESS_TOKEN: "APP_USR-1",
    MP_WEBHOOK_SECRETS: "secreto",
  });
  try {
    expect([live.app.pac, live.app.pacSandbox]).toEqual([null, null]);
    expect((await live.call("GET", "/sandbox/pac")).status).toBe(404);
  } finally {
    await live.stop();
  }
});
