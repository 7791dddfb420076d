import path from "node:path";
import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig, type Plugin } from "vite";

/**
 * Fails the build if the browser's code imports a module of the server. React Router removes loaders from that code,
 * but not what a component imports.
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
 * Replaces Vite's preloader with a plain `import()`. Chunks that are loaded on demand are small and have no style
 * sheets, so the preloader would cost more than it saves.
 */
function removePreloader(): Plugin {
  return {
    name: "remove-preloader",
    enforce: "pre",
    apply: "build",
    load(id) {
      return id === "\0vite/preload-helper.js" ? "export const __vitePreload = (load) => load();" : undefined;
    },
  };
}

/** Source files that Node loads without a bundle when the server starts. */
const UNBUNDLED_SOURCE = /\/src\/(?:contract|domain|server)\/[^?]*\.ts$/;

/**
 * Makes the built pages import the modules that the server has loaded already. If they were bundled with the pages, the
 * process would load a second copy of each.
 */
function shareUnbundledModules(): Plugin {
  return {
    name: "share-unbundled-modules",
    enforce: "pre",
    apply: "build",
    applyToEnvironment: ({ name }) => name === "ssr",
    resolveId(source, importer) {
      const file = source.startsWith(".") && importer ? path.resolve(path.dirname(importer), source) : source;
      return UNBUNDLED_SOURCE.test(file) ? { id: file, external: "absolute" } : undefined;
    },
  };
}

/** The path from build/server/ to an unbundled source file. Other modules keep their id. */
function pathFromBuild(id: string): string {
  return UNBUNDLED_SOURCE.test(id) ? `../../${path.relative(import.meta.dirname, id)}` : id;
}

/** Modules that nearly every page uses, in one file: fewer requests and better compression. */
const SHOP_MODULES =
  /src\/(web\/(paths|client|state\/(?!renew|cart-actions|wishlist)[\w-]+|ui\/(breadcrumbs|button|class-names|combobox-input|icon|notice|picture|toasts)|shop\/(category-select|analytics\/(analytics|cookie-preferences)|failed-page|layout\/(progress|route-focus|use-menu)|page-meta|product-card|structured-data))|domain\/money)\.tsx?$/;

/** Parts of the cart and of the checkout. */
const CART_MODULES =
  /src\/web\/shop\/(not-selling|coupon-field|cart\/(cart-table|line-name|line-price|installments-note))\.tsx$/;

const BUYING_MODULES =
  /src\/(domain\/cart-line|web\/(ui\/(care-symbol|icon-paths|stepper)|shop\/(seconds-left|reviews\/stars|use-add-to-cart)))\.tsx?$/;

/**
 * Fields and hooks of the shop's forms, with the modules that they use. Otherwise they would be files of a few hundred
 * bytes each. The notice of a presale is shown on pages that load this file anyway.
 */
const FORM_MODULES =
  /src\/(web\/(ui\/(field|form|new-password-field|password-field|use-form|use-form-errors|username-field)|shop\/(presale-notice|tab-draft|use-idempotency-key|login\/use-ended-session))|domain\/(phone|username))\.tsx?$/;

/** What the forms with an address need: those of the checkout, the profile, orders and invoices. */
const ADDRESS_MODULES =
  /src\/(web\/(ui\/address\/[\w-]+|shop\/address-fields)|domain\/(comparable-name|postal-code))\.tsx?$/;

export default defineConfig({
  plugins: [tailwindcss(), reactRouter(), forbidServerImports(), removePreloader(), shareUnbundledModules()],
  build: {
    target: "es2023",
    assetsInlineLimit: 0,
    // Vite lists the imports of each lazy chunk for its preloader. The build has none (removePreloader), so the lists
    // are left empty, which saves 0.4 kB of the home page.
    modulePreload: { resolveDependencies: () => [] },
  },
  environments: {
    ssr: {
      build: {
        // All chunks are in one folder, so that one relative path leads from each of them to the same source.
        rolldownOptions: {
          output: { chunkFileNames: "[name]-[hash].js", paths: pathFromBuild },
        },
      },
    },
    client: {
      build: {
        rolldownOptions: {
          output: {
            // Rolldown accepts no shorter hash for so many chunks. The manifest of the shop's pages has some 200 file
            // names.
            entryFileNames: "assets/[name]-[hash:7].js",
            // Pages list many chunks, so the length of a name costs bytes on each of them.
            chunkFileNames: ({ name }) => `assets/${name.slice(0, 7)}-[hash:7].js`,
            codeSplitting: {
              // Shared code in few files: fewer requests and better compression. `framework` seldom changes.
              // It contains lazy-part because the entry module imports it, and so needs no other file of ours.
              groups: [
                { name: "framework", test: /node_modules\/(react|react-dom|react-router|scheduler)\/|ui\/lazy-part/ },
                { name: "shop", test: SHOP_MODULES },
                // Small modules of the pages of products, carts and orders. Otherwise each would be one request.
                { name: "buying", test: BUYING_MODULES },
                // Before `cart`, whose modules import some of these. A module is in the first group that needs it, so
                // otherwise the profile and the invoice page would load the cart's code.
                { name: "forms", test: FORM_MODULES },
                // Many pages need these two without the cart: for example the profile, returns and error pages.
                { name: "thumbnail", test: /ui\/(thumbnail|skeleton)/ },
                { name: "cart", test: CART_MODULES },
                // Loaded together by the first API call. A later change of the cart then loads only some 50 bytes.
                { name: "call", test: /src\/(web\/(call-operation|state\/cart-actions)|contract\/operations)\.ts$/ },
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
