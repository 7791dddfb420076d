import { formatDateTime } from "../../../../domain/dates.ts";
import { TextField } from "../../../ui/field.tsx";
import { PostForm } from "../../kit/post-form.tsx";

interface CustomerFields {
  kind: "registered" | "guest";
  name: string;
  lastName: string;
  phone: string;
  username: string | null;
  email: string | null;
}

/** The customer's data in a form for staff to correct. */
export function CorrectionForm({
  customer,
  typedFields,
  failure,
}: {
  customer: CustomerFields;
  typedFields?: Record<"name" | "lastName" | "phone" | "username" | "email", string>;
  failure?: string;
}) {
  const { kind, name, lastName, phone, username, email } = customer;
  const fieldValues = typedFields ?? { name, lastName, phone, username: username ?? "", email: email ?? "" };
  return (
    <details open={failure !== undefined} key={`${name} ${lastName} ${phone} ${username} ${email}`}>
      <summary className="inline-flex min-h-9 items-center font-semibold underline underline-offset-4">
        Corregir sus datos…
      </summary>
      <PostForm failure={failure} submitLabel="Guardar" className="pt-3">
        <input type="hidden" name="intent" value="correct" />
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField name="name" label="Nombre" defaultValue={fieldValues.name} maxLength={100} />
          <TextField name="lastName" label="Apellidos" defaultValue={fieldValues.lastName} maxLength={100} />
          <TextField name="phone" label="Teléfono" inputMode="tel" defaultValue={fieldValues.phone} maxLength={30} />
          <TextField
            name="email"
            type="email"
            label="Correo"
            optional
            defaultValue={fieldValues.email}
            maxLength={254}
          />
          {kind === "registered" && (
            <TextField
              name="username"
              label="Entra con"
              hint="Correo o celular. Si cambia, le avisamos al correo anterior."
              defaultValue={fieldValues.username}
              maxLength={254}
            />
          )}
        </div>
      </PostForm>
    </details>
  );
}

/** The notes of staff about the customer, newest first. The customer sees them only in an export of their data. */
export function Notes({
  notes,
  isErased,
  typedNote,
  failure,
}: {
  notes: readonly { id: number; actor: string; body: string; at: Date }[];
  isErased: boolean;
  typedNote?: string;
  failure?: string;
}) {
  return (
    <>
      {!isErased && (
        <PostForm
          key={notes[0]?.id}
          failure={failure}
          submitLabel="Agregar nota"
          variant="secondary"
          className="space-y-3"
        >
          <input type="hidden" name="intent" value="note" />
          <textarea
            name="note"
            aria-label="Nota"
            rows={3}
            required
            maxLength={2000}
            defaultValue={failure ? typedNote : ""}
            placeholder="Prefiere que le llamen por la tarde…"
            className="block w-full rounded-box border border-edge bg-card px-3 py-2 text-base"
          />
          <p className="text-sm text-soft">
            Solo la ve el equipo, y no se puede cambiar ni borrar después. Si la persona pide sus datos, la recibe.
          </p>
        </PostForm>
      )}
      {notes.length === 0 ? (
        <p className="text-sm text-soft">Sin notas.</p>
      ) : (
        <ol className="divide-y divide-line text-sm">
          {notes.map(({ id, actor, body, at }) => (
            <li key={id} className="py-2">
              <p className="whitespace-pre-line wrap-anywhere">{body}</p>
              <p className="text-soft">
                {actor} · {formatDateTime(at)}
              </p>
            </li>
          ))}
        </ol>
      )}
    </>
  );
}
