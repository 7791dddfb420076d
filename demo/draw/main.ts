import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { pathToFileURL } from "node:url";
import { Worker } from "node:worker_threads";
import { BRANDS, PROMOTERS } from "./catalog/brands.ts";
import { CATEGORIES } from "./catalog/categories.ts";
import { planProducts, slugify, type PlannedProduct } from "./catalog/plan.ts";
import { Album } from "./encode.ts";
import { PICTOGRAMS } from "./pictograms.ts";
import { drawScenes } from "./scenes.ts";
import type { WorkerResult } from "./worker.ts";

function drawInWorker(out: string, index: number, count: number): Promise<WorkerResult> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL("./worker.ts", import.meta.url), { workerData: { out, index, count } });
    worker.once("message", resolve);
    worker.once("error", reject);
  });
}

/** Writes catalog.json and pictures.json. */
export function writeCatalogAndPictureList(
  out: string,
  products: PlannedProduct[],
  keysBySlug: Map<string, string[]>,
  album: Album,
  extras: object,
): void {
  const findCategoryPicture = (slugs: Set<string>): string | null => {
    const product = products.find(
      (p) => !p.isPresale && p.sizes.some((s) => s.pieces > 0) && p.categories.some((c) => slugs.has(c)),
    );
    return product ? (keysBySlug.get(product.slug)![0] ?? null) : null;
  };
  const categories = CATEGORIES.map((c) => ({
    ...c,
    picture: findCategoryPicture(
      new Set([c.slug, ...CATEGORIES.filter((k) => k.parent === c.slug).map((k) => k.slug)]),
    ),
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
    pictures: keysBySlug.get(p.slug)!,
    isNew: p.isNew,
    isOffer: p.isOffer,
    ageDays: p.ageDays,
    presale: p.isPresale,
    ...(p.event && { event: { inDays: p.event.inDays, time: p.event.time, place: p.event.place } }),
  }));
  const jsonArray = (items: object[]): string => `[\n${items.map((i) => JSON.stringify(i)).join(",\n")}\n]`;
  writeFileSync(
    `${out}/catalog.json`,
    `{"categories":${jsonArray(categories)},\n"brands":${jsonArray(brands)},\n"products":${jsonArray(rows)},\n"extras":${JSON.stringify(extras)}}\n`.normalize(
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

/** Deletes the files of pictures that are no longer in the album. */
export function removeUnusedFiles(album: Album): void {
  const usedFiles = new Set(Object.entries(album.pictures).flatMap(([key, p]) => p.files.map((f) => `${key}.${f}`)));
  for (const file of readdirSync(album.folder)) if (!usedFiles.has(file)) rmSync(`${album.folder}/${file}`);
}

export async function main(out: string): Promise<void> {
  mkdirSync(`${out}/pictures`, { recursive: true });
  const products = planProducts(),
    album = new Album(`${out}/pictures`),
    pictogramKeys: string[] = [],
    workerCount = Math.min(4, Number(process.env.WORKERS ?? availableParallelism()));
  for (const { name, drawPixels, w, h, alt } of PICTOGRAMS)
    pictogramKeys.push(await album.add(name, await drawPixels(), { w, h }, { alt, files: [`${w}.webp`] }));
  const pendingResults = Promise.all(
    Array.from({ length: workerCount }, (_, index) => drawInWorker(out, index, workerCount)),
  );
  const extras = {
    ...(await drawScenes(album)),
    carriers: pictogramKeys.slice(0, 4),
    alert: pictogramKeys[4],
    terms: pictogramKeys.slice(5, 7),
  };
  const workerResults = await pendingResults,
    keysBySlug = new Map(workerResults.flatMap((result) => result.keysBySlug));
  const pictures = Object.assign({}, ...workerResults.map((result) => result.pictures)) as Album["pictures"];
  // Lists the pictures in the order of the products, whichever worker drew them.
  for (const p of products) for (const key of keysBySlug.get(p.slug)!) album.pictures[key] = pictures[key]!;
  writeCatalogAndPictureList(out, products, keysBySlug, album, extras);
  removeUnusedFiles(album);
  const encodedFileCount = workerResults.reduce((sum, result) => sum + result.encodedFileCount, album.encodedFileCount);
  console.log(
    products.length,
    "products,",
    Object.keys(album.pictures).length,
    "pictures,",
    encodedFileCount,
    "files encoded",
  );
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) await main(process.argv[2] ?? "out");
