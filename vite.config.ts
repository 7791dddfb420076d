import path from "node:path";
import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig, type Plugin } from "vite";

/**
 * Fails the build if the browser's code imports a module of the server. React Router removes loaders from that code, but
 * not what a component imports.
 */
function forbidServerImports(): Plugin {
  return {
    name: "forbid-server-imports",
    enforce: "pre",
    load(id, options) {
      if (options?.ssr || !/\/src\/(server|main|cli)/.test(id.split("?", 1)[0]!)) return;
      this.error(`${id} belongs to the server and must not reach the browser`);
    },
  };
}

/**
 * Replaces Vite's preloader by a plain `import()`. Chunks that are loaded on demand are small and have no style sheets,
 * so the preloader would cost more than it saves.
 */
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

/** Sources that the server runs as they are. */
const SERVER_SOURCE = /\/src\/(?:contract|domain|server)\/[^?]*\.ts$/;

/** Pages use the modules that the server has loaded. Bundled, each would be loaded a second time. */
function shareServerModules(): Plugin {
  return {
    name: "share-server-modules",
    enforce: "pre",
    apply: "build",
    applyToEnvironment: ({ name }) => name === "ssr",
    resolveId(source, importer) {
      const file = source.startsWith(".") && importer ? path.resolve(path.dirname(importer), source) : source;
      return SERVER_SOURCE.test(file) ? { id: file, external: "absolute" } : undefined;
    },
  };
}

/** The path of a server source from build/server/. Other modules keep their id. */
function fromBuild(id: string): string {
  return SERVER_SOURCE.test(id) ? `../../${path.relative(import.meta.dirname, id)}` : id;
}

/** Modules that nearly every page uses, in one file: fewer requests and better compression. */
const SHOP_MODULES =
  /src\/(web\/(paths|client|state\/(?!renew|cart-actions|wishlist)[\w-]+|ui\/(breadcrumbs|button|class-names|combobox-input|icon|notice|picture|toasts)|shop\/(category-select|analytics\/(analytics|cookie-preferences)|failed-page|layout\/(progress|route-focus|use-menu)|page-meta|product-card|structured-data))|domain\/money)\.tsx?$/;

/** Parts of the cart and of the checkout. */
const CART_MODULES =
  /src\/web\/shop\/(not-selling|coupon-field|cart\/(cart-table|line-name|line-price|months-line))\.tsx$/;

const BUYING_MODULES =
  /src\/(domain\/cart-line|web\/(ui\/(care-symbol|icon-paths|stepper)|shop\/(clock|reviews\/stars|use-add-to-cart)))\.tsx?$/;

/**
 * Form components of the account pages, the cart and the checkout. Otherwise they are files of a few hundred bytes each.
 * The notice of a presale is shown on the same pages.
 */
const FORM_MODULES =
  /src\/(web\/(ui\/(field|form|new-password-field|password-field|use-form|use-form-errors|username-field)|shop\/(presale-notice|tab-draft|use-idempotency-key|login\/use-ended-session))|domain\/(phone|username))\.tsx?$/;

/** What the forms with an address need: the checkout, the profile and invoices. */
const ADDRESS_MODULES =
  /src\/(web\/(ui\/address\/[\w-]+|shop\/address-fields)|domain\/(plain-name|postal-code))\.tsx?$/;

export default defineConfig({
  plugins: [tailwindcss(), reactRouter(), forbidServerImports(), importPlainly(), shareServerModules()],
  build: {
    target: "es2023",
    assetsInlineLimit: 0,
    // Without the preloader (importPlainly) the list of a lazy chunk's imports is unused: 0.4 kB of the home page.
    modulePreload: { resolveDependencies: () => [] },
  },
  environments: {
    ssr: {
      build: {
        // All chunks are in one folder, so that the path from them to the sources is the same.
        rolldownOptions: {
          output: { chunkFileNames: "[name]-[hash].js", paths: fromBuild },
        },
      },
    },
    client: {
      build: {
        rolldownOptions: {
          output: {
            // Rolldown accepts no shorter hash, and each page names some hundred files.
            entryFileNames: "assets/[name]-[hash:7].js",
            chunkFileNames: "assets/[name]-[hash:7].js",
            codeSplitting: {
              // Shared code in few files: fewer requests and better compression. `framework` seldom changes.
              groups: [
                { name: "framework", test: /node_modules\/(react|react-dom|react-router|scheduler)\/|ui\/lazy-part/ },
                { name: "shop", test: SHOP_MODULES },
                // Small modules of product, cart and order, which would otherwise be one request each.
                { name: "buying", test: BUYING_MODULES },
                // Before `cart`, which also uses these fields. Otherwise the order's page would load the cart's code.
                { name: "forms", test: FORM_MODULES },
                // Lists of orders and the page for an unknown URL need them without the cart.
                { name: "thumbnail", test: /ui\/(thumbnail|skeleton)/ },
                { name: "cart", test: CART_MODULES },
                // Loaded together by the first API call, so that a change of the cart needs no second request.
                { name: "call", test: /src\/(web\/(call|state\/cart-actions)|contract\/operations)\.ts$/ },
                { name: "address", test: ADDRESS_MODULES },
              ],
            },
          },
        },
      },
    },
  },
  server: { fs: { strict: true } },
});
