/** The sandbox's only account. The real adapter uses it if the shop has no account of its own. */
export const SANDBOX_ACCESS_TOKEN = "TEST-escaparate-sandbox-access";
export const SANDBOX_PUBLIC_KEY = "TEST-escaparate-sandbox-public";
/** Signs the webhooks. It is not secret: the sandbox is open, and calls loopback addresses only. */
export const SANDBOX_WEBHOOK_SECRET = "escaparate-sandbox-webhooks";
/** The seller of every preference and payment. */
export const SANDBOX_COLLECTOR_ID = 1_234_567_890;
