import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig, type Plugin } from "vite";

/** React Router strips loaders from the browser's code, not what a component imports: such an import must not build. */
function keepServerOut(): Plugin {
  return {
    name: "keep-server-out",
    enforce: "pre",
    load(id, options) {
      if (options?.ssr || !/\/src\/(server|main|cli)/.test(id.split("?", 1)[0]!)) return;
      this.error(`${id} belongs to the server and must not reach the browser`);
    },
  };
}

/** Code asked for on demand is small and there is one style sheet: Vite's preloader would weigh more than it saves. */
function importPlainly(): Plugin {
  return {
    name: "import-plainly",
    enforce: "pre",
    apply: "build",
    load(id) {
      return id === "\0vite/preload-helper.js" ? "export const __vitePreload = (load) => load();" : undefined;
    },
  };
}

/** What nearly every page shows or asks, in one file: fewer to ask for, and packed better. */
const SHOP =
  /src\/(web\/(paths|client|state\/(?!renew|cart-actions)[\w-]+|ui\/(breadcrumbs|button|class-names|icon|notice|picture|toasts)|shop\/(category-select|chat-address|failed-page|layout\/use-menu|page-meta|product-card))|domain\/(money|product-tags|shop-colors))\.tsx?$/;

/** What forms are made of, for the pages of accounts and the checkout: else seven files of a few hundred bytes each. */
const FORMS =
  /src\/(web\/(ui\/(field|form|new-password-field|password-field|use-form|use-form-errors|username-field)|shop\/(tab-draft|use-idempotency-key|login\/use-ended-session))|domain\/(phone|username))\.tsx?$/;

export default defineConfig({
  plugins: [tailwindcss(), reactRouter(), keepServerOut(), importPlainly()],
  build: {
    target: "es2023",
    assetsInlineLimit: 0,
    // Nothing reads the list of what a lazy chunk imports (importPlainly): file names, 0.4 kB of the home page.
    modulePreload: { resolveDependencies: () => [] },
  },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            codeSplitting: {
              // What pages share is few files: fewer to ask for, and packed better; `framework` seldom changes.
              groups: [
                { name: "framework", test: /node_modules\/(react|react-dom|react-router|scheduler)\// },
                { name: "shop", test: SHOP },
                // Small things of product, cart and order: each would be a request of its own.
                { name: "buying", test: /src\/(domain\/(cart-line|dates)|web\/shop\/(clock|use-add-to-cart))\.tsx?$/ },
                // Loaded together by the first call: what changes the cart needs no second request.
                { name: "call", test: /src\/(web\/(call|state\/cart-actions)|contract\/operations)\.ts$/ },
                { name: "forms", test: FORMS },
              ],
            },
          },
        },
      },
    },
  },
  server: { fs: { strict: true } },
});
