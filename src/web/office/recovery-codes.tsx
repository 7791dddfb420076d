import { Notice } from "../ui/notice.tsx";
import { Section } from "./kit/section.tsx";

/** Recovery codes. They are shown only once. */
export function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  return (
    <Section title="Guarda tus códigos de recuperación">
      <Notice tone="warning" alert title="Es la única vez que los verás">
        Cada uno sirve una vez, si no tienes tu teléfono. Imprímelos o guárdalos en tu administrador de contraseñas.
      </Notice>
      <ul className="grid gap-2 font-mono text-sm sm:grid-cols-2">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
    </Section>
  );
}
