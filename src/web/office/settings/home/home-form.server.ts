import type { HomeSection } from "../../../../contract/home-sections.ts";
import { HOME_SECTION_KINDS, needsSlug, ROW_SOURCES, type HomeSectionKind } from "../../../../domain/home-section.ts";
import type { FormFields } from "../../guard.ts";

/** At most this many sections are read from a form. The schema of the front page allows fewer. */
const MAX_SECTIONS = 20;

/**
 * The sections of the submitted form. Those of an unknown kind are left out. Other errors are refused when the sections
 * are saved.
 */
export function readHomeForm(form: FormFields): HomeSection[] {
  const count = Math.min(MAX_SECTIONS, Number.parseInt(form.text("count"), 10) || 0);
  return Array.from({ length: count }, (_, index) => readSection(form, index)).filter((section) => section !== null);
}

function readSection(form: FormFields, index: number): HomeSection | null {
  const text = (name: string): string => form.text(`${index}.${name}`, 200);
  const kind = HOME_SECTION_KINDS.find((candidate) => candidate === text("kind"));
  if (!kind) return null;
  const shown = text("shown") === "1";
  if (kind === "row") {
    const source = ROW_SOURCES.find((candidate) => candidate === text("source")) ?? "new";
    const slug = needsSlug(source) ? text(source) : "";
    return { kind, shown, title: text("title"), source, slug };
  }
  if (kind === "look") return { kind, shown, title: text("title"), productId: text("productId") || null };
  return { kind, shown };
}

/** The sections after the action of a button: "up 2", "down 2", "drop 2" or "add row". */
export function arrangeSections(sections: readonly HomeSection[], intent: string): HomeSection[] {
  const [action, target = ""] = intent.split(" ");
  const kind = HOME_SECTION_KINDS.find((candidate) => candidate === target);
  if (action === "add" && kind) {
    // A new section goes before the list of all products, which grows while the customer scrolls.
    const listIndex = sections.findIndex((section) => section.kind === "list");
    return sections.toSpliced(listIndex < 0 ? sections.length : listIndex, 0, createSection(kind));
  }
  const index = Number(target);
  const section = sections[index];
  if (!section || (action !== "up" && action !== "down" && action !== "drop")) return [...sections];
  const otherSections = sections.toSpliced(index, 1);
  if (action === "drop") return otherSections;
  return otherSections.toSpliced(Math.max(0, action === "up" ? index - 1 : index + 1), 0, section);
}

function createSection(kind: HomeSectionKind): HomeSection {
  if (kind === "row") return { kind, shown: true, title: "Lo nuevo", source: "new", slug: "" };
  if (kind === "look") return { kind, shown: true, title: "Completa el look", productId: null };
  return { kind, shown: true };
}
