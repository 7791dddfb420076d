import { describe, expect, test } from "vitest";
import { InvalidConfig, readConfig } from "./config.ts";

const S3 = {
  S3_ENDPOINT: "https://s3.tienda.mx/ruta/",
  S3_BUCKET: "fotos",
  S3_REGION: "auto",
  S3_ACCESS_KEY_ID: "clave",
  S3_SECRET_ACCESS_KEY: "secreto",
};

test("without any variable the shop is a demonstration on this machine", () => {
  expect(readConfig({})).toMatchObject({ port: 3000, host: "127.0.0.1", publicUrl: null, role: "all", loadDemo: true });
});

test.each([
  ["a comma in the password does not separate servers", "postgres://tienda:a,b@db:5432/tienda"],
  [
    "several servers are accepted with target_session_attrs",
    "postgres://u:a,b@uno:5432,dos/tienda?target_session_attrs=read-write&sslmode=verify-full",
  ],
])("%s", (_, url) => {
  expect(readConfig({ DATABASE_URL: url }).databaseUrl).toBe(url);
});

test("an empty variable counts as absent", () => {
  expect(readConfig({ DATABASE_URL: "", PORT: "" })).toMatchObject({ databaseUrl: null, port: 3000 });
});

const LIVE = {
  PUBLIC_URL: "https://tienda.mx",
  SMTP_URL: "smtp://correo.tienda.mx",
  MP_ACCESS_TOKEN: "APP_USR-1",
  MP_WEBHOOK_SECRETS: "nueva, vieja",
};

describe("an invalid variable prevents the start and is named", () => {
  test.each([
    [{ PORT: "tres mil" }, "PORT"],
    [{ PORT: "70000" }, "PORT"],
    [{ ROLE: "jefe" }, "ROLE"],
    [{ DATABASE_URL: "mysql://x" }, "DATABASE_URL"],
    [
      { DATABASE_URL: "postgres://uno,dos/tienda?target_session_attrs=read-only" },
      "target_session_attrs=read-only no sirve",
    ],
    [{ DATABASE_URL: "postgres://u:a,b@uno:5432,dos:5432/tienda" }, "target_session_attrs=read-write"],
    [
      { DATABASE_URL: "postgres:///t?host=a,b&port=1,2,3&target_session_attrs=primary" },
      "un puerto para cada servidor",
    ],
    [{ DATABASE_DIRECT_URL: "postgres://db/tienda" }, "DATABASE_DIRECT_URL"],
    [{ DATABASE_REPLICA_URL: "postgres://db/tienda" }, "DATABASE_REPLICA_URL"],
    [
      { DATABASE_URL: "postgres://db/t", DATABASE_REPLICA_URL: "postgres://a,b/t?target_session_attrs=read-write" },
      "DATABASE_REPLICA_URL",
    ],
    [{ DATABASE_URL: "postgres:///tienda?host=uno,dos" }, "varios servidores"],
    [{ PUBLIC_URL: "tienda" }, "PUBLIC_URL"],
    [{ RATE_LIMIT_SCALE: "0" }, "RATE_LIMIT_SCALE"],
    [{ DEMO: "no" }, "DEMO"],
    [{ HOST: "0.0.0.0" }, "HOST"],
    [{ PUBLIC_URL: "https://tienda.mx" }, "SMTP_URL"],
    [{ ...LIVE, MP_ACCESS_TOKEN: "" }, "MP_ACCESS_TOKEN"],
    [{ ...LIVE, DEMO: "1" }, "quita DEMO=1"],
    [{ ...LIVE, MP_WEBHOOK_SECRETS: " , " }, "MP_WEBHOOK_SECRETS"],
    [{ ...S3, S3_ENDPOINT: "s3.tienda.mx" }, "S3_ENDPOINT"],
    [{ ...S3, S3_ENDPOINT: "https://clave:secreto@s3.tienda.mx" }, "S3_ENDPOINT"],
    [{ ...S3, S3_BUCKET: "Mis Fotos" }, "S3_BUCKET"],
    [{ ...S3, S3_REGION: "México" }, "S3_REGION"],
    [{ ...S3, S3_PUBLIC_URL: "fotos" }, "S3_PUBLIC_URL"],
    [{ ...S3, S3_REGION: "", S3_SECRET_ACCESS_KEY: "" }, "falta S3_REGION, S3_SECRET_ACCESS_KEY"],
    [{ S3_PUBLIC_URL: "https://fotos.tienda.mx" }, "falta S3_ENDPOINT"],
    [{ BACKUP_TO: "respaldos" }, "BACKUP_TO debe ser una ruta completa"],
    [{ BACKUP_TO: "s3" }, "S3_"],
    [{ ...S3, S3_PUBLIC_URL: "https://fotos.tienda.mx", BACKUP_TO: "s3:fotos" }, "es público"],
    [{ BACKUP_KEEP_DAYS: "0" }, "BACKUP_KEEP_DAYS"],
    [{ PAC_PROVIDER: "otro" }, "PAC_PROVIDER"],
    [{ PAC_PROVIDER: "sw" }, "falta PAC_USER (o PAC_TOKEN)"],
    [{ PAC_USER: "cuenta" }, "falta PAC_PASSWORD"],
    [{ PAC_PREVIOUS_PROVIDER: "otro" }, "PAC_PREVIOUS_PROVIDER"],
    [{ PAC_PREVIOUS_PROVIDER: "sw", PAC_PREVIOUS_USER: "cuenta" }, "PAC_PREVIOUS_PASSWORD"],
    [{ PAC_PREVIOUS_PROVIDER: "finkok", PAC_PREVIOUS_TOKEN: "x" }, "PAC_PREVIOUS_USER"],
    [
      {
        ...LIVE,
        PAC_PREVIOUS_PROVIDER: "sw",
        PAC_PREVIOUS_TOKEN: "x",
        PAC_PREVIOUS_URL: "https://services.test.sw.com.mx",
      },
      "PAC_PREVIOUS_URL",
    ],
    [{ PAC_PROVIDER: "finkok", PAC_TOKEN: "x" }, "falta PAC_USER"],
    [{ PAC_URL: "https://services.test.sw.com.mx" }, "falta PAC_USER"],
    [{ ...LIVE, PAC_TOKEN: "x", PAC_URL: "https://services.test.sw.com.mx" }, "PAC_URL"],
    [{ ...LIVE, PAC_TOKEN: "x", PAC_URL: "http://127.0.0.1:3000/sandbox/pac" }, "PAC_URL"],
    [{ INVOICING_KEY: "corta" }, "INVOICING_KEY"],
    [{ INVOICING_KEY: `${Buffer.alloc(32).toString("base64")},` }, "INVOICING_KEY"],
  ])("%o", (env, name) => {
    expect(() => readConfig(env)).toThrow(InvalidConfig);
    expect(() => readConfig(env)).toThrow(name);
  });
});

test.each<[Record<string, string>, boolean, string]>([
  [{}, true, "a demonstration on this machine"],
  [{ DEMO: "0" }, false, "an empty shop on this machine"],
  [LIVE, false, "a live shop starts empty"],
  [{ ...LIVE, DEMO: "0" }, false, "a live shop for which the demo is off"],
  [{ ...LIVE, ALLOW_SANDBOX: "1" }, false, "a live shop with sandboxes starts empty too"],
  [{ ...LIVE, ALLOW_SANDBOX: "1", DEMO: "1" }, true, "a configured public demonstration"],
])("%o loads the demo: %s (%s)", (env, loadDemo, _why) => {
  expect(readConfig(env).loadDemo).toBe(loadDemo);
});

test("with ALLOW_SANDBOX a live shop needs neither SMTP_URL nor an account at Mercado Pago", () => {
  const env = { PUBLIC_URL: "https://tienda.mx/", HOST: "0.0.0.0", ALLOW_SANDBOX: "1" };
  expect(readConfig(env)).toMatchObject({ publicUrl: "https://tienda.mx", host: "0.0.0.0", smtpUrl: null });
});

test("a live shop takes real payments, and webhooks signed with any of its secrets", () => {
  const { mercadoPago } = readConfig(LIVE);
  expect(mercadoPago).toEqual({
    isReal: true,
    accessToken: "APP_USR-1",
    sandboxUrl: null,
    webhookSecrets: ["nueva", "vieja"],
  });
  expect(readConfig({}).mercadoPago.isReal).toBe(false);
});

test("files are stored on disk, or in a completely configured bucket", () => {
  expect(readConfig({}).s3).toBeNull();
  expect(readConfig({ ...S3, S3_PUBLIC_URL: "https://fotos.tienda.mx/" }).s3).toEqual({
    endpoint: "https://s3.tienda.mx/ruta",
    bucket: "fotos",
    region: "auto",
    accessKeyId: "clave",
    secretAccessKey: "secreto",
    publicUrl: "https://fotos.tienda.mx",
  });
});

test("the keys that encrypt the CSD are read from INVOICING_KEY, newest first", () => {
  const [newKey, oldKey] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
  const env = { INVOICING_KEY: `${newKey.toString("base64")}, ${oldKey.toString("base64")}` };
  expect(readConfig(env).invoicingKeys).toEqual([newKey, oldKey]);
  expect(readConfig({}).invoicingKeys).toEqual([]);
});

describe("the PAC", () => {
  test.each([
    [{}, "sandbox", "the demo uses the sandbox"],
    [LIVE, null, "a live shop without a PAC sells but does not invoice"],
    [{ ...LIVE, ALLOW_SANDBOX: "1" }, "sandbox", "unless the sandbox is allowed"],
  ])("%j: %j, %s", (env, pac, _why) => expect(readConfig(env).pac).toBe(pac));

  test.each([
    [
      { ...LIVE, PAC_TOKEN: "permanente" },
      { provider: "sw", url: "https://services.sw.com.mx", credentials: { token: "permanente" }, isTest: false },
    ],
    [
      { ...LIVE, PAC_PROVIDER: "finkok", PAC_USER: "cuenta", PAC_PASSWORD: "clave" },
      {
        provider: "finkok",
        url: "https://facturacion.finkok.com",
        credentials: { user: "cuenta", password: "clave" },
        isTest: false,
      },
    ],
    [
      { PAC_TOKEN: "x", PAC_URL: "https://services.test.sw.com.mx/" },
      { provider: "sw", url: "https://services.test.sw.com.mx", credentials: { token: "x" }, isTest: true },
    ],
  ])("%j configures an account at a PAC", (env, pac) => expect(readConfig(env).pac).toEqual(pac));
});
