import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { banner, type Piece } from "./banners.ts";
import { BRANDS, PROMOTERS } from "./catalog/brands.ts";
import { CATEGORIES } from "./catalog/categories.ts";
import { plan, slugify, type Planned } from "./catalog/plan.ts";
import { HEIGHT, WIDTH } from "./canvas.ts";
import { altText, colourway } from "./dress-up.ts";
import { dye, type Colourway } from "./dye.ts";
import { Album } from "./encode.ts";
import type { FabricName } from "./fabric.ts";
import { model, type Model } from "./model.ts";
import { random } from "./noise.ts";
import { PICTOGRAMS } from "./pictograms.ts";
import { PRINTS } from "./prints.ts";
import { DESIGNS } from "./silhouettes/index.ts";
import { ticketPicture } from "./tickets.ts";

type View = "front" | "back";
const FILES: Record<View, string[]> = {
  front: ["360.avif", "720.avif", "360.webp", "540.webp"],
  back: ["720.avif", "360.webp", "540.webp"],
};

/** Children's clothes are the same cuts, shorter and wider. */
function stretch(p: Planned): [number, number] {
  if (!p.kids) return [1, 1];
  return /jeans|jogger|leggings/i.test(p.shape)
    ? [0.94, 0.78]
    : /Dress|Skirt/.test(p.shape)
      ? [0.96, 0.78]
      : [0.98, 0.86];
}

const shape = (name: string, view: View, fabric: FabricName, seed: number, options = {}): Promise<Model> => {
  const design = DESIGNS[name];
  if (!design) throw new Error(`Unknown design: ${name}`);
  return model(design(random(seed), view), fabric, seed, options);
};

/** All pictures of one view; products that share a cut share its light. */
async function drawView(products: Planned[], view: View, album: Album, keys: Map<string, string[]>): Promise<void> {
  const groups = new Map<string, Planned[]>();
  for (const p of products) {
    const id = p.ticket ? p.slug : `${p.shape}|${p.fabric}|${p.seed}|${p.kids}`;
    groups.set(id, [...(groups.get(id) ?? []), p]);
  }
  let done = 0;
  for (const group of groups.values()) {
    const first = group[0]!,
      cut = first.ticket ? null : await shape(first.shape, view, first.fabric, first.seed, { stretch: stretch(first) });
    for (const p of group) {
      const pixels = p.ticket ? await ticketPicture(p.ticket, view) : dye(cut!, await colourway(p, p.way!, view));
      keys
        .get(p.slug)!
        .push(await album.add(`${p.slug}-${view}`, pixels, WIDTH, HEIGHT, altText(p, view), FILES[view]));
      if (++done % 25 === 0) console.log(view, done, "of", products.length, "- encoded", album.encoded);
    }
  }
}

async function drawBanners(album: Album): Promise<string[]> {
  const piece = async (
    name: string,
    fabric: FabricName,
    way: Colourway,
    x: number,
    y: number,
    height: number,
    turn: number,
    seed = 7,
  ): Promise<Piece> => ({ model: await shape(name, "front", fabric, seed), way, x, y, height, turn });
  const sets: { name: string; alt: string; ground: [string, string]; pieces: Piece[] }[] = [
    {
      name: "banner-temporada",
      alt: "Vestido, chamarra de mezclilla y tenis sobre fondo terracota",
      ground: ["#d98f72", "#bd6a4e"],
      pieces: [
        await piece(
          "trucker",
          "denim",
          { main: "#4a6c9c", thread: "#b57f3f", metal: "#b08a57", wear: 0.75 },
          800,
          300,
          620,
          -7,
        ),
        await piece("shirtDress", "linen", { main: "#ece3d1" }, 1270, 330, 760, 8),
        await piece(
          "canvasSneaker",
          "canvas",
          { main: "#c9962f", cord: "#f4f1ea", lining: "#d9d3c6", accent: "#c9962f" },
          420,
          430,
          520,
          -12,
        ),
      ],
    },
    {
      name: "banner-tejidos",
      alt: "Suéteres y gorro tejidos sobre fondo verde",
      ground: ["#9fb09a", "#72886f"],
      pieces: [
        await piece("turtleneck", "cable", { main: "#f0e9da" }, 1250, 330, 700, 7),
        await piece("crewSweater", "knit", { main: "#b98a55" }, 800, 340, 660, -6),
        await piece("beanie", "knit", { main: "#94432f", trim: "#8a5a34" }, 420, 320, 470, 10),
      ],
    },
    {
      name: "banner-basicos",
      alt: "Playera a rayas, jeans y bolsa de lona sobre fondo azul",
      ground: ["#a9bccf", "#7d96b0"],
      pieces: [
        await piece(
          "jeans",
          "denim",
          { main: "#27395c", thread: "#b57f3f", metal: "#b08a57", wear: 0.55, trim: "#8a5a30" },
          1300,
          380,
          860,
          9,
        ),
        await piece(
          "tee",
          "jersey",
          { main: "#f4f2ed", accent: "#24324f", print: await PRINTS.breton!(["#24324f"], 1) },
          860,
          320,
          640,
          -6,
        ),
        await piece("tote", "canvas", { main: "#ece3d1", accent: "#b98a55" }, 430, 330, 600, 6),
      ],
    },
  ];
  const keys = [];
  for (const set of sets)
    keys.push(
      await album.add(set.name, await banner(set.ground, set.pieces), 1600, 640, set.alt, [
        "800.avif",
        "1600.avif",
        "800.webp",
        "1600.webp",
      ]),
    );
  return keys;
}

function write(out: string, products: Planned[], keys: Map<string, string[]>, album: Album, extras: object): void {
  const pictureOf = (slugs: Set<string>): string | null => {
    const member = products.find(
      (p) => !p.presale && p.sizes.some((s) => s.pieces > 0) && p.categories.some((c) => slugs.has(c)),
    );
    return member ? (keys.get(member.slug)![0] ?? null) : null;
  };
  const categories = CATEGORIES.map((c) => ({
    ...c,
    picture: pictureOf(new Set([c.slug, ...CATEGORIES.filter((k) => k.parent === c.slug).map((k) => k.slug)])),
  }));
  const brands = [...BRANDS, ...PROMOTERS].map((name) => ({ slug: slugify(name), name }));
  const rows = products.map((p) => ({
    slug: p.slug,
    name: p.name,
    description: p.description,
    type: p.type,
    categories: p.categories,
    brands: p.brands.map(slugify),
    color: p.color,
    priceCents: p.priceCents,
    wholesalePriceCents: p.wholesalePriceCents,
    sizes: p.sizes,
    pictures: keys.get(p.slug)!,
    isNew: p.isNew,
    isOffer: p.isOffer,
    ageDays: p.ageDays,
    presale: p.presale,
    ...(p.ticket && { event: { inDays: p.ticket.inDays, time: p.ticket.time, place: p.ticket.place } }),
  }));
  const list = (items: object[]): string => `[\n${items.map((i) => JSON.stringify(i)).join(",\n")}\n]`;
  writeFileSync(
    `${out}/catalog.json`,
    `{"categories":${list(categories)},\n"brands":${list(brands)},\n"products":${list(rows)},\n"extras":${JSON.stringify(extras)}}\n`.normalize(
      "NFC",
    ),
  );
  writeFileSync(
    `${out}/pictures.json`,
    `{\n${Object.entries(album.pictures)
      .map(([k, v]) => `${JSON.stringify(k)}:${JSON.stringify(v)}`)
      .join(",\n")}\n}\n`.normalize("NFC"),
  );
}

function sweep(album: Album): void {
  const wanted = new Set(Object.entries(album.pictures).flatMap(([key, p]) => p.files.map((f) => `${key}.${f}`)));
  for (const file of readdirSync(album.folder)) if (!wanted.has(file)) rmSync(`${album.folder}/${file}`);
}

export async function main(out: string): Promise<void> {
  mkdirSync(`${out}/pictures`, { recursive: true });
  const products = plan(),
    album = new Album(`${out}/pictures`),
    keys = new Map(products.map((p) => [p.slug, [] as string[]]));
  const small: string[] = [];
  for (const p of PICTOGRAMS) small.push(await album.add(p.name, await p.pixels(), p.w, p.h, p.alt, [`${p.w}.webp`]));
  const extras = {
    banners: await drawBanners(album),
    carriers: small.slice(0, 4),
    alert: small[4],
    terms: small.slice(5, 7),
  };
  await drawView(products, "front", album, keys);
  // A first set is usable with front views alone. A complete set is replaced only by another complete one.
  if (!existsSync(`${out}/catalog.json`)) write(out, products, keys, album, extras);
  await drawView(products, "back", album, keys);
  write(out, products, keys, album, extras);
  sweep(album);
  console.log(
    products.length,
    "products,",
    Object.keys(album.pictures).length,
    "pictures,",
    album.encoded,
    "files newly encoded",
  );
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) await main(process.argv[2] ?? "out");
