import { readFileSync } from "node:fs";

/**
 * A public sample of Shopify's product CSV, from the environment variable `SHOPIFY_CSV`. The repository does not contain it:
 * CONTRIBUTING.md says where it comes from. Null without the variable: tests that need it are then skipped.
 */
export const SHOPIFY_SAMPLE = process.env.SHOPIFY_CSV ? readFileSync(process.env.SHOPIFY_CSV, "utf8") : null;
