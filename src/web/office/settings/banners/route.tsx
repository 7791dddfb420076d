import { Form, redirect } from "react-router";
import { BANNER_PLACES, type StoredBanner } from "../../../../contract/shop.ts";
import { isRefusal } from "../../../../domain/refusal.ts";
import { refusalText } from "../../../../domain/refusal-text.ts";
import { storeBannerPicture } from "../../../../server/settings/banner-picture.ts";
import { changeShop, versionOfParts } from "../../../../server/shops/change-shop.ts";
import { toPublicShop } from "../../../../server/shops/shop.ts";
import { listChanges } from "../../../../server/change-log/change-log.ts";
import { appContext } from "../../../context.ts";
import { Button } from "../../../ui/button.tsx";
import { CheckField, SelectField, TextField } from "../../../ui/field.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { actorOf, readUpload } from "../../guard.ts";
import { FileField } from "../../kit/file-field.tsx";
import { PageHead } from "../../kit/page-head.tsx";
import { PostForm } from "../../kit/post-form.tsx";
import { Section } from "../../kit/section.tsx";
import { ChangeNotice } from "../../kit/change-notice.tsx";
import { officePaths } from "../../paths.ts";
import { sentenceOf } from "../../sentences.ts";
import { requireShop } from "../require-shop.ts";
import { SampleFrame } from "../sample-view.tsx";
import { renderSection } from "../shop-parts.server.tsx";
import type { Route } from "./+types/route";

/** Limit of the form: two pictures of 20 MB, and its texts. */
const MAX_UPLOAD_BYTES = 41 * 1024 * 1024;
const MAX_BANNERS = 10;

export async function loader({ context, request, params }: Route.LoaderArgs) {
  const { shop } = await requireShop(context, request, params.shopKey, "settings.edit");
  const app = context.get(appContext);
  const [newestChange] = await listChanges(app.genericPlanDb, "shop", { id: shop.id, limit: 1 });
  return {
    shop: { id: shop.id, key: shop.key, name: shop.name },
    banners: shop.banners,
    seen: versionOfParts(shop, ["banners"]),
    newestChangeId: newestChange?.id ?? 0,
    shownCount: toPublicShop(shop).banners.length,
    html: await renderSection("banners", toPublicShop(shop), app.originOf(shop.hosts)),
  };
}

/** Intents: "add", and "save", "up", "down" or "drop" with the position of the banner in `at`. */
export async function action({ context, request, params }: Route.ActionArgs) {
  const { shop, staff } = await requireShop(context, request, params.shopKey, "settings.edit");
  const app = context.get(appContext);
  const form = await readUpload(request, MAX_UPLOAD_BYTES);
  if (form === null) return { position: null, failure: refusalText("picture_too_heavy", "staff") };
  const intent = form.text("intent");
  const position = intent === "add" ? shop.banners.length : Number(form.text("at"));
  const storedBanner = shop.banners[position];
  if (intent !== "add" && !storedBanner) return { position: null, failure: sentenceOf({ refused: "edit_conflict" }) };
  let banners: unknown[];
  if (intent === "up" || intent === "down") {
    const newPosition = Math.max(0, Math.min(shop.banners.length - 1, position + (intent === "up" ? -1 : 1)));
    banners = shop.banners.toSpliced(position, 1).toSpliced(newPosition, 0, storedBanner!);
  } else if (intent === "drop") banners = shop.banners.toSpliced(position, 1);
  else {
    const title = form.text("title", 80);
    const storePicture = async (field: string) => {
      const [file] = form.files(field);
      return file && (await storeBannerPicture(app, Buffer.from(await file.arrayBuffer()), title || shop.name));
    };
    const picture = await storePicture("picture");
    if (!picture && !storedBanner) return { position, failure: "Elige la foto del banner." };
    if (isRefusal(picture)) return { position, failure: refusalText(picture.refused, "staff") };
    const portrait = await storePicture("portrait");
    if (isRefusal(portrait)) return { position, failure: refusalText(portrait.refused, "staff") };
    const banner = {
      image: picture ?? storedBanner!.image,
      portrait: portrait ?? (form.text("removePortrait") ? null : (storedBanner?.portrait ?? null)),
      focus: form.text("focus") === "current" ? (storedBanner?.focus ?? null) : focusOf(form.text("focus")),
      place: BANNER_PLACES.find((place) => place === form.text("place")) ?? "hero",
      title,
      text: form.text("text", 200),
      url: form.text("url", 500) || "/",
      from: form.text("from") || null,
      to: form.text("to") || null,
    } satisfies Record<keyof (typeof StoredBanner)["_output"], unknown>;
    banners = shop.banners.toSpliced(position, storedBanner ? 1 : 0, banner);
  }
  const change = { values: { banners }, seen: form.text("seen") };
  const outcome = await changeShop(app, shop, change, actorOf(context, staff));
  if (!isRefusal(outcome)) return redirect(officePaths.settingsSection(shop.key, "banners"));
  if (outcome.refused === "edit_conflict") return { position: null, failure: sentenceOf(outcome) };
  if (outcome.refused === "unknown_setting") throw new Error("Banners are a part of each shop");
  return {
    position,
    failure: `${BANNER_FIELD_LABEL[outcome.path.split(".").at(-1)!] ?? "Banners"}: ${outcome.message}.`,
  };
}

const PLACE_LABEL: Record<(typeof BANNER_PLACES)[number], string> = {
  hero: "Arriba de la portada",
  story: "Entre los productos de la portada",
  tile: "En las listas, noveno lugar",
};

/** The focus points that staff can choose. The part around the focus point stays visible in a cropped picture. */
const FOCUS_CHOICES: { value: string; label: string; focus: [number, number] | null }[] = [
  { value: "center", label: "El centro", focus: null },
  { value: "top", label: "Arriba", focus: [50, 0] },
  { value: "bottom", label: "Abajo", focus: [50, 100] },
  { value: "left", label: "A la izquierda", focus: [0, 50] },
  { value: "right", label: "A la derecha", focus: [100, 50] },
];

function focusOf(choice: string): [number, number] | null {
  return FOCUS_CHOICES.find(({ value }) => value === choice)?.focus ?? null;
}

const BANNER_FIELD_LABEL: Record<string, string> = {
  title: "Título",
  text: "Texto",
  url: "Enlace",
  from: "Desde",
  to: "Hasta",
};

export function meta() {
  return [{ title: "Banners · Panel" }];
}

export default function Banners({ loaderData, actionData }: Route.ComponentProps) {
  const { shop, banners, seen, newestChangeId, shownCount, html } = loaderData;
  const failureAt = (position: number) => (actionData?.position === position ? actionData.failure : undefined);
  return (
    <>
      <PageHead
        title="Banners"
        back={{ to: officePaths.settings(shop.key), label: "Ajustes" }}
        lead={`${shop.name}. Los de arriba pasan en este orden; el primero es el que todos ven al llegar.`}
      />
      <ChangeNotice kind="shop" id={shop.id} seen={newestChangeId} />
      {actionData?.position === null && <Notice tone="error" alert title={actionData.failure} />}
      <Section title="Así se ve hoy">
        {shownCount === 0 && (
          <p className="text-sm text-soft">Hoy no se ve ninguno: la portada empieza con las categorías.</p>
        )}
        {html && shownCount > 0 && <SampleFrame html={html} title="Muestra de los banners" className="h-64 md:h-96" />}
      </Section>
      {banners.map((banner, position) => (
        <Section key={`${banner.image} ${banner.title} ${seen}`} title={`${position + 1}. ${banner.title}`}>
          <div className="grid gap-5 md:grid-cols-[14rem_1fr]">
            <img src={banner.image} alt="" className="aspect-[5/2] w-full rounded-box bg-sand object-cover" />
            <BannerForm
              intent="save"
              position={position}
              seen={seen}
              banner={banner}
              failure={failureAt(position)}
              submitLabel="Guardar"
            />
          </div>
          <BannerButtons
            position={position}
            seen={seen}
            name={banner.title}
            isFirst={position === 0}
            isLast={position === banners.length - 1}
          />
        </Section>
      ))}
      {banners.length < MAX_BANNERS ? (
        <Section title="Agregar un banner">
          <BannerForm
            key={seen}
            intent="add"
            position={banners.length}
            seen={seen}
            failure={failureAt(banners.length)}
            submitLabel="Agregar banner"
          />
        </Section>
      ) : (
        <p className="text-sm text-soft">Caben {MAX_BANNERS} banners: quita uno para agregar otro.</p>
      )}
    </>
  );
}

type Banner = Route.ComponentProps["loaderData"]["banners"][number];

function BannerForm({
  intent,
  position,
  seen,
  banner,
  failure,
  submitLabel,
}: {
  intent: "add" | "save";
  position: number;
  seen: string;
  banner?: Banner;
  failure?: string;
  submitLabel: string;
}) {
  return (
    <PostForm encType="multipart/form-data" submitLabel={submitLabel} failure={failure} variant={banner && "secondary"}>
      <input type="hidden" name="intent" value={intent} />
      <input type="hidden" name="at" value={position} />
      <input type="hidden" name="seen" value={seen} />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField name="title" label="Título" maxLength={80} defaultValue={banner?.title} />
        <TextField name="text" label="Texto" optional maxLength={200} defaultValue={banner?.text} />
        <TextField
          name="url"
          label="Enlace de «Ver más»"
          hint="Una página de la tienda, p. ej. /?category=mujer"
          optional
          defaultValue={banner?.url}
        />
        <FileField
          name="picture"
          label={banner ? "Otra foto" : "Foto"}
          hint="JPEG, PNG, WebP o AVIF; mejor de 1600 × 900"
          accept="image/*"
          optional={Boolean(banner)}
        />
        <SelectField name="place" label="Dónde va" defaultValue={banner?.place ?? "hero"}>
          {BANNER_PLACES.map((place) => (
            <option key={place} value={place}>
              {PLACE_LABEL[place]}
            </option>
          ))}
        </SelectField>
        <SelectField
          name="focus"
          label="Lo que no se recorta"
          hint="La foto se recorta según la pantalla"
          defaultValue={
            FOCUS_CHOICES.find(({ focus }) => String(focus) === String(banner?.focus ?? null))?.value ?? "current"
          }
        >
          {banner?.focus && FOCUS_CHOICES.every(({ focus }) => String(focus) !== String(banner.focus)) && (
            <option value="current">{`El punto a ${banner.focus[0]} % de la izquierda y ${banner.focus[1]} % de arriba`}</option>
          )}
          {FOCUS_CHOICES.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </SelectField>
        <div className="space-y-3">
          <FileField
            name="portrait"
            label={banner?.portrait ? "Otra foto para celular" : "Foto para celular"}
            hint="Más alta que ancha; mejor de 1200 × 1500"
            accept="image/*"
            optional
          />
          {banner?.portrait && <CheckField name="removePortrait" value="1" label="Quitar la foto para celular" />}
        </div>
        <TextField name="from" type="date" label="Se ve desde el" optional defaultValue={banner?.from ?? ""} />
        <TextField name="to" type="date" label="Se ve hasta el" optional defaultValue={banner?.to ?? ""} />
      </div>
    </PostForm>
  );
}

function BannerButtons({
  position,
  seen,
  name,
  isFirst,
  isLast,
}: {
  position: number;
  seen: string;
  name: string;
  isFirst: boolean;
  isLast: boolean;
}) {
  return (
    <Form method="post" encType="multipart/form-data" className="flex flex-wrap gap-3">
      <input type="hidden" name="at" value={position} />
      <input type="hidden" name="seen" value={seen} />
      {!isFirst && (
        <Button type="submit" variant="secondary" name="intent" value="up" aria-label={`Antes: ${name}`}>
          Antes
        </Button>
      )}
      {!isLast && (
        <Button type="submit" variant="secondary" name="intent" value="down" aria-label={`Después: ${name}`}>
          Después
        </Button>
      )}
      <Button type="submit" variant="quiet" name="intent" value="drop" aria-label={`Quitar: ${name}`}>
        Quitar
      </Button>
    </Form>
  );
}
