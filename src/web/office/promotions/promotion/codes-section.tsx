import type { PromotionCodeRow } from "../../../../server/promotions/list-promotions.ts";
import { ButtonLink } from "../../../ui/button.tsx";
import { TextField } from "../../../ui/field.tsx";
import { PostForm } from "../../kit/post-form.tsx";
import { Section } from "../../kit/section.tsx";
import { Table } from "../../kit/table.tsx";
import { officePaths } from "../../paths.ts";
import { CodeBatchFields } from "../coupon-fields.tsx";

/** A promotion's codes with their uses, a link to their CSV file, and forms to limit their uses and to add codes. */
export function CodesSection({
  id,
  codes,
  total,
  canEdit,
  refusedBatch,
  refusedLimit,
}: {
  id: string;
  /** The first codes. `total` counts all. */
  codes: readonly PromotionCodeRow[];
  total: number;
  canEdit: boolean;
  /** The batch of codes that was typed and refused. */
  refusedBatch: { count: string; prefix: string; error: string } | undefined;
  /** The maximum number of uses that was typed and refused. */
  refusedLimit: { maxUses: string; error: string } | undefined;
}) {
  return (
    <Section title="Cupones">
      <Table
        caption="Cupones"
        keyOf={({ code }) => code}
        rows={codes}
        columns={[
          {
            head: "Código",
            isTitle: true,
            cell: ({ code }) => <span className="font-mono wrap-anywhere">{code}</span>,
          },
          { head: "Usos", isNumeric: true, cell: ({ uses }) => uses },
          { head: "Permitidos", isNumeric: true, cell: ({ maxUses }) => maxUses ?? "Sin límite" },
        ]}
      />
      {total > codes.length && <p className="text-sm text-soft">Y {total - codes.length} más: descarga el CSV.</p>}
      <ButtonLink variant="secondary" to={officePaths.promotionCodes(id)} reloadDocument>
        Descargar cupones (CSV)
      </ButtonLink>
      {canEdit && (
        <details open={refusedLimit !== undefined}>
          <summary className="inline-block min-h-11 py-2.5 text-sm font-semibold underline underline-offset-4">
            Cambiar los usos permitidos…
          </summary>
          <PostForm submitLabel="Cambiar usos" variant="secondary" className="pt-2">
            <input type="hidden" name="intent" value="limit" />
            <TextField
              name="maxUses"
              label="Usos de cada cupón"
              hint="Vale también para los que ya hiciste. Uno que ya se usó más veces queda agotado. Vacío: sin límite."
              inputMode="numeric"
              maxLength={7}
              optional
              defaultValue={refusedLimit?.maxUses ?? codes[0]?.maxUses ?? ""}
              error={refusedLimit?.error}
            />
          </PostForm>
        </details>
      )}
      {canEdit && (
        <details open={refusedBatch !== undefined}>
          <summary className="inline-block min-h-11 py-2.5 text-sm font-semibold underline underline-offset-4">
            Hacer más cupones…
          </summary>
          <PostForm submitLabel="Hacer cupones" variant="secondary" className="pt-2">
            <input type="hidden" name="intent" value="codes" />
            <div className="grid gap-5 sm:grid-cols-2">
              <CodeBatchFields
                count={refusedBatch?.count ?? "100"}
                prefix={refusedBatch?.prefix ?? ""}
                error={refusedBatch?.error}
              />
            </div>
          </PostForm>
        </details>
      )}
    </Section>
  );
}
