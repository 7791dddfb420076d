import { availableParallelism } from "node:os";
import path from "node:path";
import { z } from "zod";
import { SANDBOX_ACCESS_TOKEN, SANDBOX_WEBHOOK_SECRET } from "./adapters/payments/sandbox/credentials.ts";
import type { CdnConfig } from "./adapters/cdn/http-cdn.ts";
import type { S3Config } from "./adapters/files/s3-files.ts";
import { InvalidDatabaseUrl, parseDatabaseUrl } from "./db/parse-database-url.ts";
import { TrustedProxies } from "./http/trusted-proxies.ts";
import { SAMPLERS, type TracingConfig } from "./tracing/start-tracing.ts";

const zeroOrOne = z.enum(["0", "1"]).transform((text) => text === "1");

const webUrl = z
  .url({ protocol: /^https?$/ })
  .regex(/^[^?#@]+$/, "debe ser una dirección sin usuario, «?» ni «#»")
  .transform((text) => text.replace(/\/+$/, ""));

/** IP addresses and networks of proxies, separated by commas. */
const proxies = z
  .string()
  .transform((text) => text.split(",").map((entry) => entry.trim()))
  .refine(isProxyList, "son direcciones o redes con comas, p. ej. 127.0.0.1,172.28.0.0/16")
  .default([]);

function isProxyList(entries: string[]): boolean {
  try {
    return Boolean(new TrustedProxies(entries));
  } catch {
    return false;
  }
}

/** Keys of 32 bytes, newest first. */
const vaultKeys = z
  .string()
  .transform((text) => text.split(",").map((key) => Buffer.from(key.trim(), "base64")))
  .refine(
    (keys) => keys.every((key) => key.length === 32),
    "cada clave son 32 bytes en base64 (openssl rand -base64 32)",
  )
  .default([]);

const databaseUrlSchema = z.string().superRefine((url, context) => {
  try {
    parseDatabaseUrl(url);
  } catch (error) {
    context.addIssue(error instanceof InvalidDatabaseUrl ? error.message : "no es una dirección de PostgreSQL");
  }
});

const Environment = z.object({
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
  HOST: z.string().default("127.0.0.1"),
  PUBLIC_URL: webUrl
    .refine((url) => new URL(url).pathname === "/", "debe ser una dirección sin ruta, p. ej. https://mitienda.mx")
    .optional(),
  TRUST_PROXY: proxies,
  ALLOW_SANDBOX: zeroOrOne.default(false),
  SANDBOX_TOKEN: z
    .string()
    .regex(/^[\w-]{20,200}$/, "son de 20 a 200 letras, números, «-» o «_»")
    .optional(),
  DATABASE_URL: databaseUrlSchema.optional(),
  DATABASE_DIRECT_URL: databaseUrlSchema.optional(),
  DATABASE_REPLICA_URL: databaseUrlSchema
    .refine(
      (url) => !url.includes("target_session_attrs"),
      "una réplica no acepta escrituras: quita target_session_attrs",
    )
    .optional(),
  DATA_DIR: z.string().default(".data"),
  SHOP: z.string().optional(),
  DEMO: zeroOrOne.optional(),
  ROLE: z.enum(["web", "worker", "all"]).default("all"),
  HEALTH_PORT: z.coerce.number().int().min(0).max(65_535).optional(),
  WEB_PROCESSES: z.union([z.literal("auto"), z.coerce.number().int().min(1).max(64)]).default(1),
  DRAIN_SECONDS: z.coerce.number().min(0).max(120).default(0),
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\//, "debe empezar con smtp:// o smtps://")
    .optional(),
  MAIL_FROM: z.string().default("Escaparate <tienda@localhost>"),
  MP_ACCESS_TOKEN: z.string().optional(),
  MP_WEBHOOK_SECRETS: z.string().optional(),
  MP_SANDBOX_URL: webUrl.optional(),
  PAC_PROVIDER: z.enum(["sw", "finkok"]).optional(),
  PAC_URL: webUrl.optional(),
  PAC_USER: z.string().optional(),
  PAC_PASSWORD: z.string().optional(),
  PAC_TOKEN: z.string().optional(),
  PAC_PREVIOUS_PROVIDER: z.enum(["sw", "finkok"]).optional(),
  PAC_PREVIOUS_URL: webUrl.optional(),
  PAC_PREVIOUS_USER: z.string().optional(),
  PAC_PREVIOUS_PASSWORD: z.string().optional(),
  PAC_PREVIOUS_TOKEN: z.string().optional(),
  INVOICING_KEY: vaultKeys,
  STAFF_KEY: vaultKeys,
  METRICS_TOKEN: z.string().min(16, "debe tener 16 caracteres o más").optional(),
  S3_ENDPOINT: webUrl.optional(),
  S3_BUCKET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, "debe ser el nombre de un bucket")
    .optional(),
  S3_REGION: z
    .string()
    .regex(/^[a-z0-9-]{2,40}$/, "debe ser una región, p. ej. us-east-1 o auto")
    .optional(),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  S3_PUBLIC_URL: webUrl.optional(),
  CDN_PURGE_URL: webUrl.optional(),
  CDN_PURGE_TOKEN: z
    .string()
    .regex(/^[\x21-\x7e]{8,500}$/, "son de 8 a 500 letras, números y signos, sin espacios")
    .optional(),
  BACKUP_TO: z.string().optional(),
  BACKUP_DATABASE_URL: databaseUrlSchema.optional(),
  BACKUP_KEEP_DAYS: z.coerce.number().int().min(1).max(3650).default(14),
  OTEL_EXPORTER_OTLP_ENDPOINT: webUrl.optional(),
  OTEL_EXPORTER_OTLP_HEADERS: z.string().optional(),
  OTEL_SERVICE_NAME: z.string().default("escaparate"),
  OTEL_TRACES_SAMPLER: z.enum(SAMPLERS).default("parentbased_always_on"),
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(1),
  LOG_LEVEL: z.enum(["silent", "error", "warn", "info", "debug"]).default("info"),
  RATE_LIMIT_SCALE: z.coerce.number().positive().default(1),
});

/**
 * The environment variables of the shop. `readConfig` checks them. OTEL_EXPORTER_OTLP_HEADERS is read by the exporter
 * (tracing/start-tracing.ts).
 */
export const ENVIRONMENT_VARIABLES: readonly string[] = Object.keys(Environment.shape);

/** The account that receives payments: the owner's at Mercado Pago, or the sandbox's. */
export interface MercadoPagoAccount {
  isReal: boolean;
  accessToken: string;
  /** In the demo: the URL of another process that simulates Mercado Pago (`npm run storm`). Null: there is none. */
  sandboxUrl: string | null;
  /** The secrets that are accepted for the signature of a webhook. */
  webhookSecrets: string[];
}

/** The owner's account at a PAC, which stamps the shop's invoices. */
export interface PacAccount {
  provider: "sw" | "finkok";
  /** Without a slash at the end. */
  url: string;
  credentials: { token: string } | { user: string; password: string };
  /** Whether `url` is not the provider's production service. Stamps of any other service have no legal value. */
  isTest: boolean;
}

/** The configuration from the environment, read and checked once (rule API-7). */
export interface Config {
  port: number;
  host: string;
  /** Null in demo mode: the server listens on loopback only, accepts `X-Shop`, and its sandboxes are open. */
  publicUrl: string | null;
  /** IP addresses and networks of the proxies whose `X-Forwarded-*` headers are trusted. */
  trustedProxies: string[];
  /**
   * The token that gives access to a live shop's sandboxes without a signed-in member of staff. Null: a token is
   * created (adapters/sandbox-token.ts).
   */
  sandboxToken: string | null;
  databaseUrl: string | null;
  /** The URL of the server itself, if `databaseUrl` is a pooler in transaction mode. */
  databaseDirectUrl: string | null;
  /** A streaming replica for public reads. */
  databaseReplicaUrl: string | null;
  dataDir: string;
  defaultShopKey: string | null;
  /** Whether an empty database is filled with the demo shop. */
  loadDemo: boolean;
  /** Whether a live shop may use sandboxes, for staging and public demonstrations. */
  allowSandbox: boolean;
  role: "web" | "worker" | "all";
  /** Where a worker answers `/healthz`, `/readyz` and `/metrics`. Null: nowhere. */
  healthPort: number | null;
  /** The number of processes that serve the shop on this port. */
  webProcesses: number;
  /** How long a stopping process still serves requests after `/readyz` starts to return 503. */
  drainMs: number;
  /** The mail server. Null: the sandbox's mailbox. */
  smtpUrl: string | null;
  mailFrom: string;
  mercadoPago: MercadoPagoAccount;
  /** Null: a live shop that does not invoice. */
  pac: PacAccount | "sandbox" | null;
  /** The account at the previous PAC. It finishes the documents that were sent to it. */
  previousPac: PacAccount | null;
  /** The keys that encrypt the CSD, newest first. None: the demo creates its own (`invoicing/invoicing-keys.ts`). */
  invoicingKeys: Uint8Array[];
  /** The keys that encrypt staff's second factors. None: a file in `dataDir` (`staff/factor-secret.ts`). */
  staffKeys: Uint8Array[];
  /** The token that allows reading `/metrics` from another machine. */
  metricsToken: string | null;
  /** The bucket of the pictures and of the private files. Null: they are stored in `dataDir`. */
  s3: S3Config | null;
  /** The CDN in front of the shop. Null: shared caches keep nothing. */
  cdn: CdnConfig | null;
  /** Where backups go: a folder, `s3` or `s3:bucket`. Null: the place of the last `shop backup --to`, if any. */
  backupTo: string | null;
  /** The connection URL for the replication protocol, if it needs another role than `databaseUrl`. */
  backupDatabaseUrl: string | null;
  /** How long backups are kept. */
  backupKeepDays: number;
  /** Where traces are sent. Null: no traces are made. */
  tracing: TracingConfig | null;
  logLevel: string;
  rateLimitScale: number;
}

/** Thrown if a variable is invalid. The message names the variable. */
export class InvalidConfig extends Error {
  override name = "InvalidConfig";
}

export function readConfig(env: Record<string, string | undefined>): Config {
  const setVariables = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value !== ""),
  );
  const parsed = Environment.safeParse(setVariables);
  if (!parsed.success) {
    const fieldErrors = parsed.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`);
    throw new InvalidConfig(`Variable de entorno inválida. ${fieldErrors.join("; ")}`);
  }
  const values = parsed.data;
  if (values.PUBLIC_URL && !values.SMTP_URL && !values.ALLOW_SANDBOX) {
    throw new InvalidConfig(
      "Con PUBLIC_URL la tienda vende de verdad: define SMTP_URL (o ALLOW_SANDBOX=1 para usar el buzón de pruebas).",
    );
  }
  if (!values.PUBLIC_URL && !isLoopback(values.HOST)) {
    throw new InvalidConfig(
      "Sin PUBLIC_URL la tienda es una demostración y solo escucha en este equipo: quita HOST o define PUBLIC_URL.",
    );
  }
  if (values.PUBLIC_URL && values.DEMO && !values.ALLOW_SANDBOX) {
    throw new InvalidConfig(
      "Con PUBLIC_URL la tienda vende de verdad y no carga la demostración, con sus cuentas y códigos que todo el mundo conoce: quita DEMO=1 (o define ALLOW_SANDBOX=1 para una demostración pública).",
    );
  }
  if (values.DATABASE_DIRECT_URL && !values.DATABASE_URL) {
    throw new InvalidConfig(
      "DATABASE_DIRECT_URL acompaña a un pooler: escribe la dirección del pooler en DATABASE_URL, o usa solo DATABASE_URL.",
    );
  }
  if (values.DATABASE_REPLICA_URL && !values.DATABASE_URL) {
    throw new InvalidConfig(
      "DATABASE_REPLICA_URL es la réplica de otra base: escribe la dirección de esa en DATABASE_URL.",
    );
  }
  return {
    port: values.PORT,
    host: values.HOST,
    publicUrl: values.PUBLIC_URL ?? null,
    trustedProxies: values.TRUST_PROXY,
    sandboxToken: values.SANDBOX_TOKEN ?? null,
    databaseUrl: values.DATABASE_URL ?? null,
    databaseDirectUrl: values.DATABASE_DIRECT_URL ?? null,
    databaseReplicaUrl: values.DATABASE_REPLICA_URL ?? null,
    dataDir: path.resolve(values.DATA_DIR),
    defaultShopKey: values.SHOP ?? null,
    loadDemo: values.DEMO ?? values.PUBLIC_URL === undefined,
    allowSandbox: values.ALLOW_SANDBOX,
    role: values.ROLE,
    healthPort: values.HEALTH_PORT ?? null,
    webProcesses: values.WEB_PROCESSES === "auto" ? Math.max(1, availableParallelism() - 1) : values.WEB_PROCESSES,
    drainMs: values.DRAIN_SECONDS * 1_000,
    smtpUrl: values.SMTP_URL ?? null,
    mailFrom: values.MAIL_FROM,
    mercadoPago: readMercadoPago(values),
    pac: readPac(values),
    previousPac: readPreviousPac(values),
    invoicingKeys: values.INVOICING_KEY,
    staffKeys: values.STAFF_KEY,
    metricsToken: values.METRICS_TOKEN ?? null,
    s3: readS3(values),
    cdn: values.CDN_PURGE_URL ? { purgeUrl: values.CDN_PURGE_URL, token: values.CDN_PURGE_TOKEN ?? null } : null,
    backupTo: readBackupTo(values),
    backupDatabaseUrl: values.BACKUP_DATABASE_URL ?? null,
    backupKeepDays: values.BACKUP_KEEP_DAYS,
    tracing: readTracing(values),
    logLevel: values.LOG_LEVEL,
    rateLimitScale: values.RATE_LIMIT_SCALE,
  };
}

/** Where traces are sent, from the variables of OpenTelemetry's specification. Null: no traces are made. */
function readTracing(values: z.output<typeof Environment>): TracingConfig | null {
  if (!values.OTEL_EXPORTER_OTLP_ENDPOINT) return null;
  return {
    endpoint: values.OTEL_EXPORTER_OTLP_ENDPOINT,
    serviceName: values.OTEL_SERVICE_NAME,
    sampler: values.OTEL_TRACES_SAMPLER,
    ratio: values.OTEL_TRACES_SAMPLER_ARG,
  };
}

/**
 * The account that receives payments. Without ALLOW_SANDBOX a live shop needs an account. With an account it also needs
 * the secrets of its webhooks.
 */
function readMercadoPago(values: z.output<typeof Environment>): MercadoPagoAccount {
  const webhookSecrets = (values.MP_WEBHOOK_SECRETS ?? "")
    .split(",")
    .map((secret) => secret.trim())
    .filter(Boolean);
  const isLive = values.PUBLIC_URL !== undefined;
  if (values.MP_ACCESS_TOKEN) {
    if (isLive && webhookSecrets.length === 0) {
      throw new InvalidConfig(
        "MP_WEBHOOK_SECRETS está vacía: copia la clave secreta de tus webhooks de Mercado Pago (varias, con comas).",
      );
    }
    return { isReal: true, accessToken: values.MP_ACCESS_TOKEN, sandboxUrl: null, webhookSecrets };
  }
  if (isLive && !values.ALLOW_SANDBOX) {
    throw new InvalidConfig(
      "Con PUBLIC_URL la tienda cobra de verdad: define MP_ACCESS_TOKEN y MP_WEBHOOK_SECRETS (o ALLOW_SANDBOX=1 para pagos simulados).",
    );
  }
  return {
    isReal: false,
    accessToken: SANDBOX_ACCESS_TOKEN,
    sandboxUrl: isLive ? null : (values.MP_SANDBOX_URL ?? null),
    webhookSecrets: [SANDBOX_WEBHOOK_SECRET],
  };
}

const PAC_HOSTS = { sw: "https://services.sw.com.mx", finkok: "https://facturacion.finkok.com" } as const;

/**
 * The account at a PAC. Without one the demo uses the sandbox, and a live shop sells but does not invoice (decision
 * 24). With a test service of the PAC the server of a live shop does not start, because such stamps have no legal
 * value. With ALLOW_SANDBOX a live shop may use the sandbox or a test service.
 */
function readPac(values: z.output<typeof Environment>): Config["pac"] {
  const { PAC_URL: url, PAC_USER: user, PAC_PASSWORD: password, PAC_TOKEN: token } = values;
  const isLive = values.PUBLIC_URL !== undefined;
  if (!values.PAC_PROVIDER && !url && !user && !password && !token) {
    return !isLive || values.ALLOW_SANDBOX ? "sandbox" : null;
  }
  const provider = values.PAC_PROVIDER ?? "sw";
  const credentials = token && provider === "sw" ? { token } : user && password ? { user, password } : null;
  if (!credentials) {
    const missingVariable = !user ? "PAC_USER" : "PAC_PASSWORD";
    const alternative = provider === "sw" ? " (o PAC_TOKEN)" : "";
    throw new InvalidConfig(
      `Para timbrar facturas falta ${missingVariable}${alternative}: define las variables PAC_… o ninguna.`,
    );
  }
  const account = { provider, url: url ?? PAC_HOSTS[provider], credentials };
  const isTest = account.url !== PAC_HOSTS[provider];
  if (isLive && isTest && !values.ALLOW_SANDBOX) {
    throw new InvalidConfig(
      `PAC_URL no es el servicio de producción (${PAC_HOSTS[provider]}): sus facturas no valen. Quítala, o define ALLOW_SANDBOX=1.`,
    );
  }
  return { ...account, isTest };
}

/** The previous PAC. Documents that were sent to it are finished there: only it has the record of their stamps. */
function readPreviousPac(values: z.output<typeof Environment>): PacAccount | null {
  const provider = values.PAC_PREVIOUS_PROVIDER;
  if (!provider) return null;
  const { PAC_PREVIOUS_URL: url, PAC_PREVIOUS_USER: user, PAC_PREVIOUS_PASSWORD: password } = values;
  const token = values.PAC_PREVIOUS_TOKEN;
  const credentials = token && provider === "sw" ? { token } : user && password ? { user, password } : null;
  if (!credentials) {
    throw new InvalidConfig(
      "Para terminar las facturas del PAC anterior faltan sus datos: define PAC_PREVIOUS_USER y PAC_PREVIOUS_PASSWORD (o PAC_PREVIOUS_TOKEN con sw), o quita PAC_PREVIOUS_PROVIDER.",
    );
  }
  const account = { provider, url: url ?? PAC_HOSTS[provider], credentials };
  const isTest = account.url !== PAC_HOSTS[provider];
  if (values.PUBLIC_URL !== undefined && isTest && !values.ALLOW_SANDBOX) {
    throw new InvalidConfig(
      `PAC_PREVIOUS_URL no es el servicio de producción (${PAC_HOSTS[provider]}): sus facturas no valen. Quítala, o define ALLOW_SANDBOX=1.`,
    );
  }
  return { ...account, isTest };
}

/**
 * The bucket of the shop's files. Either all required variables are set or none: if only some were set, files would be
 * stored in `dataDir` without a warning. S3_PUBLIC_URL is optional.
 */
function readS3(values: z.output<typeof Environment>): S3Config | null {
  const {
    S3_ENDPOINT: endpoint,
    S3_BUCKET: bucket,
    S3_REGION: region,
    S3_ACCESS_KEY_ID: accessKeyId,
    S3_SECRET_ACCESS_KEY: secretAccessKey,
    S3_PUBLIC_URL: publicUrl = null,
  } = values;
  if (endpoint && bucket && region && accessKeyId && secretAccessKey) {
    return { endpoint, bucket, region, accessKeyId, secretAccessKey, publicUrl };
  }
  const requiredVariables = [
    "S3_ENDPOINT",
    "S3_BUCKET",
    "S3_REGION",
    "S3_ACCESS_KEY_ID",
    "S3_SECRET_ACCESS_KEY",
  ] as const;
  const missingVariables = requiredVariables.filter((name) => !values[name]);
  if (missingVariables.length === requiredVariables.length && publicUrl === null) return null;
  throw new InvalidConfig(
    `Para guardar las fotos en S3 falta ${missingVariables.join(", ")}: define todas las variables S3_… o ninguna.`,
  );
}

/** The place of backups. A relative folder is refused, because it would depend on the working directory. */
function readBackupTo(values: z.output<typeof Environment>): string | null {
  const { BACKUP_TO: place, S3_BUCKET: bucket, S3_PUBLIC_URL: publicUrl } = values;
  if (place === undefined) return null;
  if (place === "s3" || place.startsWith("s3:")) {
    if (publicUrl && (place === "s3" || place === `s3:${bucket}`)) {
      throw new InvalidConfig("BACKUP_TO es el bucket de S3_PUBLIC_URL, que es público: usa otro, s3:nombre.");
    }
    if (bucket) return place;
    throw new InvalidConfig("BACKUP_TO dice que los respaldos van a un bucket: define también las variables S3_….");
  }
  if (!path.isAbsolute(place)) throw new InvalidConfig("BACKUP_TO debe ser una ruta completa, p. ej. /var/respaldos.");
  return place;
}

function isLoopback(host: string): boolean {
  return host === "localhost" || host === "::1" || host.startsWith("127.");
}
