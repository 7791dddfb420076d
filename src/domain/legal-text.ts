export type LegalPageName = "privacy" | "terms" | "returns";

/** A paragraph, or the items of a list as an array. */
type LegalParagraph = string | string[];

export interface LegalSection {
  title: string;
  paragraphs: LegalParagraph[];
}

/** A page of the shop's legal texts. */
export interface LegalText {
  title: string;
  /** The description that search engines show. */
  description: string;
  /** The day this text was last changed, e.g. "2026-11-21". */
  updatedOn: string;
  sections: LegalSection[];
}

/**
 * Reads the sections of a text that the owner wrote. A line "## Título" starts a section, an empty line ends a
 * paragraph, and lines that start with "- " are a list. Undefined if there is no title, if text stands before the first
 * title, or if a section has no text.
 */
export function parseLegalSections(fileText: string): LegalSection[] | undefined {
  const [textBeforeTitles, ...sections] = `\n${fileText.replaceAll("\r\n", "\n")}`.split(/\n##[ \t]+/);
  if (textBeforeTitles!.trim() !== "" || sections.length === 0) return undefined;
  const legalSections = sections.map((section) => {
    const [title = "", ...blocks] = section.split(/\n\s*\n|\n(?=- )|(?<=^[^\n]*)\n/);
    return { title: title.trim(), paragraphs: groupListItems(blocks.map((block) => block.trim()).filter(Boolean)) };
  });
  return legalSections.every(({ title, paragraphs }) => title !== "" && paragraphs.length > 0)
    ? legalSections
    : undefined;
}

function groupListItems(blocks: string[]): LegalParagraph[] {
  const paragraphs: LegalParagraph[] = [];
  for (const block of blocks) {
    const text = block.replaceAll(/\s*\n\s*/g, " ");
    const lastParagraph = paragraphs.at(-1);
    if (!text.startsWith("- ")) paragraphs.push(text);
    else if (Array.isArray(lastParagraph)) lastParagraph.push(text.slice(2));
    else paragraphs.push([text.slice(2)]);
  }
  return paragraphs;
}

/** The text from which `parseLegalSections` reads these sections. */
export function formatLegalSections(sections: readonly LegalSection[]): string {
  const blocks = sections.map(({ title, paragraphs }) => {
    const paragraphTexts = paragraphs.map((paragraph) =>
      typeof paragraph === "string" ? paragraph : paragraph.map((item) => `- ${item}`).join("\n"),
    );
    return [`## ${title}`, ...paragraphTexts].join("\n\n");
  });
  return `${blocks.join("\n\n")}\n`;
}
