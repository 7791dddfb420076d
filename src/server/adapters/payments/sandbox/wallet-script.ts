/**
 * The sandbox's replacement for `https://sdk.mercadopago.com/js/v2`: `window.MercadoPago` with the Wallet brick, as
 * `@mercadopago/sdk-react` 1.0.7 calls it (`create(name, containerId, settings)` → a controller with `unmount`). The
 * button opens the preference's hosted page on the script's own origin. Styles are set from the script, because the
 * shop's Content Security Policy allows no style element.
 */
export const WALLET_SCRIPT = `(() => {
  const base = new URL(document.currentScript.src).href.replace(/\\/js\\/v2.*$/, "");
  const go = (preferenceId, mode) => {
    const url = base + "/checkout/v1/redirect?pref_id=" + encodeURIComponent(preferenceId);
    if (mode === "blank" || mode === "modal") window.open(url, "_blank", "noopener");
    else window.location.assign(url);
  };
  const payButton = (label, onPress) => {
    const button = document.createElement("button");
    button.type = "button";
    button.style.cssText = "display:block;width:100%;min-height:48px;padding:12px 16px;border:0;border-radius:6px;background:#1c5fc4;color:#fff;font-family:inherit;font-size:16px;font-weight:600;line-height:1.25;cursor:pointer";
    button.textContent = label;
    button.addEventListener("click", onPress);
    return button;
  };
  const notice = () => {
    const note = document.createElement("p");
    note.style.cssText = "margin:6px 0 0;font-size:14px;line-height:1.4;text-align:center;color:#57534e";
    note.textContent = "Simulación: no se cobra nada";
    return note;
  };
  class MercadoPago {
    constructor(publicKey, options) {
      if (!publicKey) throw new Error("Your public key is not set");
      this.publicKey = publicKey;
      this.options = options || {};
    }
    bricks() {
      return {
        isInitialized: () => true,
        create: async (name, containerId, settings = {}) => {
          const { initialization = {}, callbacks = {} } = settings;
          const fail = (cause, message) => {
            if (callbacks.onError) callbacks.onError({ type: "critical", cause, message });
          };
          const container = document.getElementById(containerId);
          if (name !== "wallet") return fail("incorrect_initialization", "Only the wallet brick is simulated");
          if (!container) return fail("container_not_found", "Could not find the Brick container ID");
          if (!initialization.preferenceId && !callbacks.onSubmit)
            return fail("missing_required_initialization_field", "preferenceId is required");
          const press = async () => {
            try {
              const id = initialization.preferenceId || (await callbacks.onSubmit());
              if (id) go(id, initialization.redirectMode);
            } catch {
              fail("no_preference_id", "onSubmit gave no preference");
            }
          };
          container.replaceChildren(payButton("Pagar con Mercado Pago", press), notice());
          setTimeout(() => callbacks.onReady && callbacks.onReady(), 0);
          return { unmount: () => container.replaceChildren(), update: () => true };
        },
      };
    }
    checkout({ preference, render, autoOpen } = {}) {
      const open = () => go(preference.id);
      const container = render && document.querySelector(render.container);
      if (container) container.replaceChildren(payButton(render.label || "Pagar", open), notice());
      if (autoOpen) open();
      return { open };
    }
  }
  window.MercadoPago = MercadoPago;
})();
`;
