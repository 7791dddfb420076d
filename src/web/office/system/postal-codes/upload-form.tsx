import { useState, type FormEvent } from "react";
import { Form, useNavigate, useNavigation } from "react-router";
import { Button } from "../../../ui/button.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { FileField } from "../../kit/file-field.tsx";
import { officePaths } from "../../paths.ts";

/**
 * Uploads a list of postal codes. With JavaScript it shows the progress and sends the list to `postal-codes/file`.
 * Without JavaScript the page's own action receives the list.
 */
export function UploadForm({ failure }: { failure?: string }) {
  const { percent, error, send } = useUpload();
  const isPosting = useNavigation().state === "submitting";
  const message = error ?? failure;
  return (
    <Form method="post" encType="multipart/form-data" className="space-y-4" onSubmit={send}>
      {message && <Notice tone="error" alert title={message} />}
      <FileField name="file" label="Archivo TXT" accept=".txt,text/plain" />
      {percent !== null && (
        <div className="space-y-2">
          <progress
            aria-label="Avance de la carga"
            // Indeterminate (no value) while the codes are saved, which takes some seconds.
            value={percent < 100 ? percent : undefined}
            max={100}
            className="h-3 w-full accent-(--accent-strong)"
          />
          <p role="status" className="text-sm">
            {percent < 100 ? `Subiendo: ${percent} %` : "Guardando los códigos…"}
          </p>
        </div>
      )}
      <Button type="submit" busy={percent !== null || isPosting}>
        Cargar la lista
      </Button>
    </Form>
  );
}

/** Sends the form with XMLHttpRequest, because fetch() does not report the progress of an upload. */
function useUpload() {
  const [percent, setPercent] = useState<number | null>(null);
  const [error, setError] = useState<string | null>(null);
  const navigate = useNavigate();
  const send = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (percent !== null) return;
    const request = new XMLHttpRequest();
    request.open("POST", officePaths.systemPostalCodesFile);
    request.responseType = "json";
    request.timeout = 300_000;
    request.upload.addEventListener("progress", ({ loaded, total }) => {
      // Steps of ten percent, so that a screen reader does not announce every percent.
      if (total > 0) setPercent(Math.floor((loaded / total) * 10) * 10);
    });
    const fail = (text: string): void => {
      setPercent(null);
      setError(text);
    };
    let isUploaded = false;
    request.upload.addEventListener("load", () => (isUploaded = true));
    for (const name of ["error", "timeout", "abort"]) {
      request.addEventListener(name, () =>
        fail(
          isUploaded
            ? "Se cortó la conexión mientras se cargaba. Recarga la página: si la fecha de la lista es de antes, súbela otra vez."
            : "La subida se cortó. La lista de antes sigue igual: intenta otra vez.",
        ),
      );
    }
    request.addEventListener("load", () => {
      const result = request.response as { failure?: string; counts?: object } | null;
      if (!result?.counts) return fail(result?.failure ?? "No pudimos cargar la lista. La de antes sigue igual.");
      setPercent(null);
      void navigate(officePaths.systemPostalCodes({ isLoaded: true }), { replace: true });
    });
    setError(null);
    setPercent(0);
    request.send(new FormData(event.currentTarget));
  };
  return { percent, error, send };
}
