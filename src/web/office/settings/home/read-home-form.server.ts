import type { HomeSection } from "../../../../contract/home-sections.ts";
import { HOME_SECTION_KINDS, needsSlug, ROW_SOURCES, type HomeSectionKind } from "../../../../domain/home-section.ts";
import type { FormFields } from "../../guard.ts";

/** More sections than a front page can have. */
const MAX_SECTIONS = 20;

/** The sections of the form, as typed. What is missing or wrong is refused when they are saved. */
export function readHomeForm(form: FormFields): HomeSection[] {
  const count = Math.min(MAX_SECTIONS, Number.parseInt(form.text("count"), 10) || 0);
  return Array.from({ length: count }, (_, at) => readSection(form, at)).filter((section) => section !== null);
}

function readSection(form: FormFields, at: number): HomeSection | null {
  const text = (name: string): string => form.text(`${at}.${name}`, 200);
  const kind = HOME_SECTION_KINDS.find((known) => known === text("kind"));
  if (!kind) return null;
  const shown = text("shown") === "1";
  if (kind === "row") {
    const source = ROW_SOURCES.find((known) => known === text("source")) ?? "new";
    const slug = needsSlug(source) ? text(source) : "";
    return { kind, shown, title: text("title"), source, slug };
  }
  if (kind === "look") return { kind, shown, title: text("title"), productId: text("productId") || null };
  return { kind, shown };
}

/** The sections after a button of the form: "up 2", "down 2", "drop 2" or "add row". */
export function arrangeSections(sections: readonly HomeSection[], intent: string): HomeSection[] {
  const [act, what = ""] = intent.split(" ");
  const kind = HOME_SECTION_KINDS.find((known) => known === what);
  if (act === "add" && kind) {
    // Before the list of all products, which grows.
    const listAt = sections.findIndex((section) => section.kind === "list");
    return sections.toSpliced(listAt < 0 ? sections.length : listAt, 0, newSection(kind));
  }
  const at = Number(what);
  const section = sections[at];
  if (!section || (act !== "up" && act !== "down" && act !== "drop")) return [...sections];
  const others = sections.toSpliced(at, 1);
  if (act === "drop") return others;
  return others.toSpliced(Math.max(0, act === "up" ? at - 1 : at + 1), 0, section);
}

function newSection(kind: HomeSectionKind): HomeSection {
  if (kind === "row") return { kind, shown: true, title: "Lo nuevo", source: "new", slug: "" };
  if (kind === "look") return { kind, shown: true, title: "Completa el look", productId: null };
  return { kind, shown: true };
}
