export type LegalPageName = "privacy" | "terms" | "returns";

/** A paragraph; or, as an array, the items of a list. */
type LegalParagraph = string | string[];

export interface LegalSection {
  title: string;
  paragraphs: LegalParagraph[];
}

/** A page of the shop's legal texts. */
export interface LegalText {
  title: string;
  /** What search engines show of it. */
  description: string;
  /** The day these words were last changed, e.g. "2026-11-21". */
  updatedOn: string;
  sections: LegalSection[];
}

/**
 * Reads an owner's text file: a line "## Título" begins a section, an empty line ends a paragraph, lines that begin with
 * "- " are a list. What stands before the first title has no place and makes the whole unreadable: undefined.
 */
export function parseLegalText(file: string): LegalSection[] | undefined {
  const [before, ...sections] = `\n${file.replaceAll("\r\n", "\n")}`.split(/\n##[ \t]+/);
  if (before!.trim() !== "" || sections.length === 0) return undefined;
  const read = sections.map((section) => {
    const [title = "", ...blocks] = section.split(/\n\s*\n|\n(?=- )|(?<=^[^\n]*)\n/);
    return { title: title.trim(), paragraphs: joinLists(blocks.map((block) => block.trim()).filter(Boolean)) };
  });
  return read.every(({ title, paragraphs }) => title !== "" && paragraphs.length > 0) ? read : undefined;
}

function joinLists(blocks: string[]): LegalParagraph[] {
  const paragraphs: LegalParagraph[] = [];
  for (const block of blocks) {
    const text = block.replaceAll(/\s*\n\s*/g, " ");
    const last = paragraphs.at(-1);
    if (!text.startsWith("- ")) paragraphs.push(text);
    else if (Array.isArray(last)) last.push(text.slice(2));
    else paragraphs.push([text.slice(2)]);
  }
  return paragraphs;
}

/** The text that `parseLegalText` reads these sections from. */
export function legalTextFile(sections: readonly LegalSection[]): string {
  const blocks = sections.map(({ title, paragraphs }) => {
    const told = paragraphs.map((paragraph) =>
      typeof paragraph === "string" ? paragraph : paragraph.map((item) => `- ${item}`).join("\n"),
    );
    return [`## ${title}`, ...told].join("\n\n");
  });
  return `${blocks.join("\n\n")}\n`;
}
