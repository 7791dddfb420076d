import { existsSync, readFileSync, readdirSync, statSync } from "node:fs";

// Checks that the catalogue and the pictures in a folder are complete and consistent: node check.ts demo
const folder = process.argv[2] ?? "out",
  catalogText = readFileSync(`${folder}/catalog.json`, "utf8");
const catalog = JSON.parse(catalogText),
  pictures = JSON.parse(readFileSync(`${folder}/pictures.json`, "utf8")),
  faults: string[] = [];
const slugs = new Set<string>(),
  namesWithColor = new Set<string>(),
  categories = new Map<string, any>(catalog.categories.map((c: any) => [c.slug, c])),
  brands = new Set(catalog.brands.map((b: any) => b.slug));
if (catalogText !== catalogText.normalize("NFC")) faults.push("not NFC");
for (const p of catalog.products) {
  if (slugs.has(p.slug)) faults.push(`duplicate slug ${p.slug}`);
  slugs.add(p.slug);
  const nameWithColor = `${p.name}|${p.color}`;
  if (namesWithColor.has(nameWithColor)) faults.push(`name and colour twice: ${nameWithColor}`);
  namesWithColor.add(nameWithColor);
  for (const c of p.categories) if (!categories.get(c)?.parent) faults.push(`${p.slug}: category ${c}`);
  for (const b of p.brands) if (!brands.has(b)) faults.push(`${p.slug}: brand ${b}`);
  if (p.pictures.length !== (p.type === "DIGITAL" ? 2 : 5)) faults.push(`${p.slug}: ${p.pictures.length} pictures`);
  for (const k of p.pictures) if (!pictures[k]) faults.push(`${p.slug}: picture ${k}`);
  if (p.priceCents % 50 || (p.wholesalePriceCents ?? 0) % 50) faults.push(`${p.slug}: price`);
  if (new Set(p.sizes.map((s: any) => s.name)).size !== p.sizes.length) faults.push(`${p.slug}: sizes`);
}
const { banners, categories: categoryPictures, story } = catalog.extras,
  topCategories = catalog.categories.filter((c: any) => !c.parent);
for (const key of [story, ...Object.values<string>(categoryPictures), ...banners.flatMap((b: any) => [b.wide, b.tall])])
  if (!pictures[key]) faults.push(`extra picture ${key}`);
for (const { slug } of topCategories) if (!categoryPictures[slug]) faults.push(`no extra picture for ${slug}`);
for (const c of catalog.categories)
  if (c.picture && !pictures[c.picture]) faults.push(`category picture ${c.slug}`);
  else if (!c.picture) faults.push(`no picture for ${c.slug}`);
for (const [key, p] of Object.entries<any>(pictures)) {
  if (!/^[a-z0-9-]+$/.test(key)) faults.push(`key ${key}`);
  for (const f of p.files) if (!existsSync(`${folder}/pictures/${key}.${f}`)) faults.push(`missing ${key}.${f}`);
}
const files = readdirSync(`${folder}/pictures`),
  bytes = files.reduce((s, f) => s + statSync(`${folder}/pictures/${f}`).size, 0),
  products = catalog.products;
const count = (f: (p: any) => boolean): number => products.filter(f).length,
  isSoldOut = (p: any): boolean => p.sizes.every((s: any) => s.pieces === 0);
console.log({
  products: products.length,
  notPresale: count((p) => !p.presale),
  presale: count((p) => p.presale),
  presaleSoldOut: count((p) => p.presale && isSoldOut(p)),
  soldOut: count((p) => !p.presale && isSoldOut(p)),
  tickets: count((p) => p.type === "DIGITAL"),
  isNew: count((p) => p.isNew),
  isOffer: count((p) => p.isOffer),
  recent: count((p) => p.ageDays <= 5),
  wholesale: count((p) => p.wholesalePriceCents !== null),
  twoBrands: count((p) => p.brands.length > 1),
  someZero: count((p) => !isSoldOut(p) && p.sizes.some((s: any) => s.pieces === 0)),
  brands: brands.size,
  categories: catalog.categories.length,
  pictures: Object.keys(pictures).length,
  files: files.length,
  MiB: (bytes / 1048576).toFixed(2),
  maxKey: Math.max(...Object.keys(pictures).map((k) => k.length)),
});
console.log(
  faults.length === 0 ? "no faults" : `${faults.length} faults, the first 40:\n${faults.slice(0, 40).join("\n")}`,
);
if (faults.length > 0) process.exitCode = 1;
