import { TextField } from "../../../ui/field.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { PostForm } from "../../kit/post-form.tsx";
import { Section } from "../../kit/section.tsx";
import { ShareCode } from "./share-code.tsx";

/** How many new codes are shown. The CSV file has every code of the presale. */
const MAX_SHOWN_CODES = 20;

/** The form that makes codes, and the codes just made. */
export function NewCodes({
  failure,
  newCodes,
  presaleUrl,
  presaleName,
}: {
  failure: string | undefined;
  newCodes: readonly string[];
  presaleUrl: string;
  presaleName: string;
}) {
  return (
    <Section title="Hacer códigos">
      {newCodes.length > 0 && (
        <Notice
          tone="success"
          icon="check"
          alert
          title={newCodes.length === 1 ? "El código está hecho" : `Se hicieron ${newCodes.length} códigos`}
        >
          <ul className="grid gap-x-6 font-mono sm:grid-cols-2">
            {newCodes.slice(0, MAX_SHOWN_CODES).map((code) => (
              <li key={code}>{code}</li>
            ))}
          </ul>
          {newCodes.length > MAX_SHOWN_CODES && <p>Y {newCodes.length - MAX_SHOWN_CODES} más: descarga el CSV.</p>}
        </Notice>
      )}
      {newCodes.length === 1 && <ShareCode code={newCodes[0]!} {...{ presaleUrl, presaleName }} />}
      <PostForm failure={failure} submitLabel="Hacer códigos">
        <input type="hidden" name="intent" value="codes" />
        <div className="grid gap-5 md:grid-cols-2">
          <TextField
            name="count"
            label="Cuántos"
            hint="Al azar: nadie los adivina"
            inputMode="numeric"
            maxLength={4}
            defaultValue={1}
          />
          <TextField
            name="chosen"
            label="O uno elegido por ti"
            hint="De 4 a 40 letras sin acento, números o guiones: VIP-26. Uno corto se puede adivinar."
            optional
            maxLength={40}
            autoComplete="off"
            className="uppercase"
          />
          <TextField
            name="uses"
            label="Pedidos por código"
            hint="Vacío: los que quiera"
            inputMode="numeric"
            maxLength={6}
            optional
          />
          <TextField
            name="until"
            type="datetime-local"
            label="Valen hasta"
            hint="Vacío: mientras dure la preventa"
            optional
          />
        </div>
      </PostForm>
    </Section>
  );
}
