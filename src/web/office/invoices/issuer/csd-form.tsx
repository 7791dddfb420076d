import { PasswordField } from "../../../ui/password-field.tsx";
import { TextField } from "../../../ui/field.tsx";
import { PostForm } from "../../kit/post-form.tsx";

/** The form with both files of a CSD and the password of its key. They are never shown again. */
export function CsdForm({ shopId, failure }: { shopId: string; failure?: string }) {
  return (
    <details open={failure !== undefined}>
      <summary className="inline-flex min-h-9 items-center font-semibold underline underline-offset-4">
        Subir otro sello…
      </summary>
      <PostForm encType="multipart/form-data" failure={failure} submitLabel="Guardar sello" className="pt-3">
        <input type="hidden" name="shop" value={shopId} />
        <p className="text-sm text-soft">
          Son los archivos que dio el SAT (Certifica) para facturar, no los de tu e.firma. La llave y su contraseña se
          guardan cifradas: nadie las puede ver ni bajar después.
        </p>
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField name="cer" type="file" label="Certificado (.cer)" accept=".cer" />
          <TextField name="key" type="file" label="Llave privada (.key)" accept=".key" />
          <PasswordField name="password" label="Contraseña de la llave" autoComplete="off" maxLength={256} />
        </div>
      </PostForm>
    </details>
  );
}
