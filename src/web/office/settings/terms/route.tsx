import { redirect } from "react-router";
import { isRefusal } from "../../../../domain/refusal.ts";
import { refusalText } from "../../../../domain/refusal-text.ts";
import { versionOfParts } from "../../../../server/shops/change-shop.ts";
import { changeTerms } from "../../../../server/settings/change-terms.ts";
import { listChanges } from "../../../../server/change-log/change-log.ts";
import { appContext } from "../../../context.ts";
import { CheckField, TextField } from "../../../ui/field.tsx";
import { actorOf, readUpload } from "../../guard.ts";
import { FileField } from "../../kit/file-field.tsx";
import { TextAreaField } from "../../kit/text-area-field.tsx";
import { PageHead } from "../../kit/page-head.tsx";
import { PostForm } from "../../kit/post-form.tsx";
import { Section } from "../../kit/section.tsx";
import { ChangeNotice } from "../../kit/change-notice.tsx";
import { officePaths } from "../../paths.ts";
import { sentenceOf } from "../../sentences.ts";
import { requireShop } from "../require-shop.ts";
import type { Route } from "./+types/route";

/** Limit of the form: two pictures of 20 MB, and its texts. */
const MAX_UPLOAD_BYTES = 41 * 1024 * 1024;
const PAGE_INDEXES = [0, 1];

export async function loader({ context, request, params }: Route.LoaderArgs) {
  const { shop } = await requireShop(context, request, params.shopKey, "settings.edit");
  const [newestChange] = await listChanges(context.get(appContext).genericPlanDb, "shop", { id: shop.id, limit: 1 });
  return {
    shop: { id: shop.id, key: shop.key, name: shop.name },
    terms: shop.terms,
    seen: versionOfParts(shop, ["terms"]),
    newestChangeId: newestChange?.id ?? 0,
  };
}

/** Saves both pages. An empty page is left out. */
export async function action({ context, request, params }: Route.ActionArgs) {
  const { shop, staff } = await requireShop(context, request, params.shopKey, "settings.edit");
  const form = await readUpload(request, MAX_UPLOAD_BYTES);
  if (form === null) return { failure: refusalText("picture_too_heavy", "staff") };
  const pages = [];
  for (const index of PAGE_INDEXES) {
    const [file] = form.files(`picture.${index}`);
    // Without a file, null removes the stored picture and undefined keeps it.
    const pictureWithoutFile = form.text(`drop.${index}`) === "1" ? null : undefined;
    pages.push({
      title: form.text(`title.${index}`, 121),
      text: form.multilineText(`text.${index}`, 5_001),
      picture: file ? Buffer.from(await file.arrayBuffer()) : pictureWithoutFile,
    });
  }
  const change = { pages, seen: form.text("seen") };
  const outcome = await changeTerms(context.get(appContext), shop, change, actorOf(context, staff));
  if (!isRefusal(outcome)) return redirect(officePaths.settingsSection(shop.key, "terminos-al-comprar"));
  if (outcome.refused === "edit_conflict") return { failure: sentenceOf(outcome) };
  if (outcome.refused === "unknown_setting") throw new Error("Terms are a part of each shop");
  if (outcome.refused !== "bad_value") return { failure: refusalText(outcome.refused, "staff") };
  const [, , index, name] = outcome.path.split(".");
  const fieldLabel = name === "title" ? "Título" : "Texto";
  return { failure: `${fieldLabel} de la página ${Number(index) + 1}: ${outcome.message}.` };
}

export function meta() {
  return [{ title: "Términos al comprar · Panel" }];
}

export default function BuyersTerms({
  loaderData: { shop, terms, seen, newestChangeId },
  actionData,
}: Route.ComponentProps) {
  return (
    <>
      <PageHead
        title="Términos al comprar"
        back={{ to: officePaths.settings(shop.key), label: "Ajustes" }}
        lead={`${shop.name}. Lo que se acepta antes de pagar, una página tras otra. Cada pedido guarda la versión que aceptó.`}
      />
      <ChangeNotice kind="shop" id={shop.id} seen={newestChangeId} />
      <PostForm key={seen} encType="multipart/form-data" submitLabel="Guardar" failure={actionData?.failure}>
        <input type="hidden" name="seen" value={seen} />
        <p className="text-sm text-soft">Versión de hoy: {terms.version}. Si cambias algo, se hace otra.</p>
        <div className="grid items-start gap-6 lg:grid-cols-2">
          {PAGE_INDEXES.map((index) => {
            const page = terms.pages[index];
            return (
              <Section key={index} title={`Página ${index + 1}`}>
                <TextField
                  name={`title.${index}`}
                  label={`Título de la página ${index + 1}`}
                  required={false}
                  maxLength={120}
                  defaultValue={page?.title}
                />
                <TextAreaField
                  required={false}
                  name={`text.${index}`}
                  label={`Texto de la página ${index + 1}`}
                  hint="Las mismas palabras que la imagen, para quien no puede verla. Sin título ni texto, no hay página."
                  rows={6}
                  maxLength={5_000}
                  defaultValue={page?.text}
                />
                <FileField
                  name={`picture.${index}`}
                  label={`Imagen de la página ${index + 1}`}
                  accept="image/*"
                  optional
                />
                {page?.picture && (
                  <CheckField name={`drop.${index}`} value="1" label={`Quitar la imagen ${index + 1}`} />
                )}
              </Section>
            );
          })}
        </div>
      </PostForm>
    </>
  );
}
