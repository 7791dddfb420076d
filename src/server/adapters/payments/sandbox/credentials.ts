/** The access token of the demo's only account. In a live shop it is the sandbox token (sandbox-token.ts) instead. */
export const SANDBOX_ACCESS_TOKEN = "TEST-escaparate-sandbox-access";
export const SANDBOX_PUBLIC_KEY = "TEST-escaparate-sandbox-public";
/** Signs the webhooks. It need not be secret: a forged webhook only causes a look-up of a simulated payment. */
export const SANDBOX_WEBHOOK_SECRET = "escaparate-sandbox-webhooks";
/** The seller of every preference and payment. */
export const SANDBOX_COLLECTOR_ID = 1_234_567_890;
