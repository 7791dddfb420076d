import { useEffect, useState } from "react";
import { useFetcher, useSearchParams } from "react-router";
import { Button } from "../../../ui/button.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { officePaths } from "../../paths.ts";
import type { action } from "./route.tsx";

/** Signs in with a passkey: requests a challenge, has the authenticator sign it, and submits the response. */
export function PasskeyButton() {
  const fetcher = useFetcher<typeof action>();
  const [searchParams] = useSearchParams();
  const [error, setError] = useState<string | null>(null);
  const signInPath = officePaths.passkeySignIn(searchParams.get("volver") ?? undefined);
  const { submit, data } = fetcher;
  const options = data && "options" in data ? data.options : undefined;
  useEffect(() => {
    if (!options) return;
    void (async () => {
      try {
        const { startAuthentication } = await import("@simplewebauthn/browser");
        const response = await startAuthentication({ optionsJSON: JSON.parse(options) });
        await submit({ response: JSON.stringify(response) }, { method: "post", action: signInPath });
      } catch {
        setError("No se usó ninguna llave. Intenta otra vez o entra con tu contraseña.");
      }
    })();
  }, [options, submit, signInPath]);
  const failure = error ?? (data && "failure" in data ? data.failure : null);
  return (
    <div className="space-y-3">
      {failure && fetcher.state === "idle" && <Notice tone="error" alert title={failure} />}
      <Button
        variant="secondary"
        wide
        busy={fetcher.state !== "idle"}
        onClick={() => {
          setError(null);
          void submit({ intent: "start" }, { method: "post", action: signInPath });
        }}
      >
        Entrar con llave de acceso
      </Button>
    </div>
  );
}
