import { z } from "zod";
import { HOME_SECTION_KINDS, needsSlug, PLAIN_SECTIONS, ROW_SOURCES } from "../domain/home-section.ts";

const Title = z.string().trim().min(1, { error: "Escribe un título" }).max(60);
const IsShown = z.boolean();

/** One section of the front page (rule HOME-1). */
const HomeSection = z.discriminatedUnion("kind", [
  z.object({ kind: z.enum(PLAIN_SECTIONS), shown: IsShown }),
  z.object({
    kind: z.literal("row"),
    shown: IsShown,
    title: Title,
    source: z.enum(ROW_SOURCES),
    // The slug of the category or the brand. Empty for the other sources.
    slug: z.string().max(200),
  }),
  // The product that the look starts from. Null: the newest product in stock for which staff chose a look.
  z.object({ kind: z.literal("look"), shown: IsShown, title: Title, productId: z.guid().nullable() }),
]);
export type HomeSection = z.output<typeof HomeSection>;

const MAX_PRODUCT_ROWS = 4;

/** The sections of the front page until the shop's owner changes them. */
export const DEFAULT_HOME_SECTIONS: HomeSection[] = (["messages", "hero", "categories", "list", "story"] as const).map(
  (kind) => ({
    kind,
    shown: true,
  }),
);

const countOf = (sections: readonly HomeSection[], kind: HomeSection["kind"]): number =>
  sections.filter((section) => section.kind === kind).length;

export const HomeSections = z
  .array(HomeSection)
  .refine((sections) => countOf(sections, "row") <= MAX_PRODUCT_ROWS, {
    error: `Caben ${MAX_PRODUCT_ROWS} filas de productos`,
  })
  .refine((sections) => HOME_SECTION_KINDS.every((kind) => kind === "row" || countOf(sections, kind) <= 1), {
    error: "Cada sección va una sola vez",
  })
  .refine((sections) => sections.some(({ kind, shown }) => kind === "list" && shown), {
    error: "La lista de todos los productos siempre se ve: en ella se filtra y se busca",
  })
  .refine(
    (sections) =>
      sections.every((section) => section.kind !== "row" || section.slug !== "" || !needsSlug(section.source)),
    { error: "Elige la categoría o la marca de la fila" },
  );
