/** The demo's only account. In a live shop the sandbox's access token is the token of its sandboxes. */
export const SANDBOX_ACCESS_TOKEN = "TEST-escaparate-sandbox-access";
export const SANDBOX_PUBLIC_KEY = "TEST-escaparate-sandbox-public";
/** Signs the webhooks. It is not secret, because webhooks are sent to loopback IP addresses only. */
export const SANDBOX_WEBHOOK_SECRET = "escaparate-sandbox-webhooks";
/** The seller of every preference and payment. */
export const SANDBOX_COLLECTOR_ID = 1_234_567_890;
