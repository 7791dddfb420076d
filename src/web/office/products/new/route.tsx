import { redirect } from "react-router";
import { isRefusal } from "../../../../domain/refusal.ts";
import { listChoices } from "../../../../server/catalog/catalog-choices.ts";
import { createProduct } from "../../../../server/catalog/save-product.ts";
import { appContext } from "../../../context.ts";
import { CheckField } from "../../../ui/field.tsx";
import { actorOf, readForm, requireStaff } from "../../guard.ts";
import { PageHead } from "../../kit/page-head.tsx";
import { PostForm } from "../../kit/post-form.tsx";
import { Section } from "../../kit/section.tsx";
import { officePaths } from "../../paths.ts";
import { sentenceOf } from "../../sentences.ts";
import { toFormShops } from "../form-shops.server.ts";
import { EMPTY_FIELDS } from "../product-fields.ts";
import { ProductForm } from "../product-form.tsx";
import { readProductForm, readSizes } from "../read-product-form.server.ts";
import { listFormSizeNames } from "../form-size-names.ts";
import { SizeInputs } from "../size-inputs.tsx";
import type { Route } from "./+types/route";

const CHECK_FIELDS = "Revisa los campos marcados.";

export async function loader({ context, request }: Route.LoaderArgs) {
  requireStaff(context, request, "catalog.edit", "all");
  const app = context.get(appContext);
  const choices = await listChoices(app.db);
  return { choices, sizeNames: listFormSizeNames(choices.sizeNames, []), shops: toFormShops(await app.shops.all()) };
}

export async function action({ context, request }: Route.ActionArgs) {
  const staff = requireStaff(context, request, "catalog.edit", "all");
  const app = context.get(appContext);
  const form = await readForm(request);
  const { typed, errors, draft } = readProductForm(
    form,
    (await app.shops.all()).map(({ id }) => id),
  );
  const { sizes, typed: pieces, error } = readSizes(form);
  const isDigital = form.text("digital") !== "";
  const formState = { typed, errors, pieces, sizeError: error, isDigital };
  if (error !== undefined || Object.keys(errors).length > 0) return { ...formState, failure: CHECK_FIELDS };
  const outcome = await createProduct(app, { ...draft, isDigital, sizes }, actorOf(context, staff));
  if (isRefusal(outcome)) return { ...formState, failure: sentenceOf(outcome) };
  return redirect(officePaths.product(outcome.id));
}

export function meta() {
  return [{ title: "Producto nuevo · Panel" }];
}

export default function NewProduct({ loaderData: { choices, sizeNames, shops }, actionData }: Route.ComponentProps) {
  return (
    <>
      <PageHead
        title="Producto nuevo"
        back={{ to: officePaths.products, label: "Productos" }}
        lead="Se guarda oculto: después le pones fotos y lo publicas."
      />
      <PostForm failure={actionData?.failure} submitLabel="Guardar y poner fotos">
        <CheckField
          name="digital"
          value="1"
          label="Es un boleto (producto digital)"
          defaultChecked={actionData?.isDigital ?? false}
        >
          No se envía: cada pieza pagada es un boleto con su código. Sus «tallas» son lugares, p. ej. «Boleto A-01».
          Cuándo y dónde es se escribe después de guardar.
        </CheckField>
        <ProductForm
          fields={actionData?.typed ?? EMPTY_FIELDS}
          errors={actionData?.errors ?? {}}
          choices={choices}
          shops={shops}
          isDigital={actionData?.isDigital ?? false}
        />
        <Section title="Tallas y primeras piezas">
          <SizeInputs names={sizeNames} typedPieces={actionData?.pieces ?? {}} error={actionData?.sizeError} />
        </Section>
      </PostForm>
    </>
  );
}
