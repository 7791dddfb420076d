import { useState } from "react";
import type { HomeSection } from "../../../../contract/home-sections.ts";
import { ROW_SOURCES } from "../../../../domain/home-section.ts";
import type { HomeChoices } from "../../../../server/home/list-home-choices.ts";
import { Button } from "../../../ui/button.tsx";
import { CheckField, SelectField, TextField } from "../../../ui/field.tsx";
import { SECTION_TEXTS, SOURCE_LABEL } from "./section-labels.ts";

interface SectionProps {
  section: HomeSection;
  /** The index of the section, and the number of sections. */
  index: number;
  count: number;
  choices: HomeChoices;
}

/** The fields of one section of the front page, with the buttons that move or remove it. */
export function SectionFields({ section, index, count, choices }: SectionProps) {
  const [name, description] = SECTION_TEXTS[section.kind];
  const title = "title" in section ? `${name} «${section.title}»` : name;
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3 rounded-box border border-line bg-card p-4">
      <input type="hidden" name={`${index}.kind`} value={section.kind} />
      <div className="min-w-60 flex-1 space-y-3">
        {section.kind === "list" ? (
          <div>
            <input type="hidden" name={`${index}.shown`} value="1" />
            <p className="font-semibold">{name}</p>
            <p className="text-sm text-soft">{description}</p>
          </div>
        ) : (
          <CheckField name={`${index}.shown`} value="1" label={name} defaultChecked={section.shown}>
            {description}
          </CheckField>
        )}
        {section.kind === "row" && <RowFields section={section} index={index} choices={choices} />}
        {section.kind === "look" && <LookFields section={section} index={index} choices={choices} />}
      </div>
      <div className="flex gap-1">
        {index > 0 && <SectionButton intent={`up ${index}`} label="Antes" title={title} />}
        {index < count - 1 && <SectionButton intent={`down ${index}`} label="Después" title={title} />}
        {section.kind !== "list" && <SectionButton intent={`drop ${index}`} label="Quitar" title={title} />}
      </div>
    </li>
  );
}

function SectionButton({ intent, label, title }: { intent: string; label: string; title: string }) {
  return (
    <Button type="submit" variant="quiet" name="intent" value={intent} aria-label={`${label}: ${title}`}>
      {label}
    </Button>
  );
}

function RowFields({
  section,
  index,
  choices,
}: {
  section: Extract<HomeSection, { kind: "row" }>;
  index: number;
  choices: HomeChoices;
}) {
  const [source, setSource] = useState(section.source);
  const isSlugKnown = (source === "brand" ? choices.brands : choices.categories).some(
    ({ slug }) => slug === section.slug,
  );
  return (
    <div className="grid gap-3 sm:grid-cols-3">
      <TextField name={`${index}.title`} label="Título" maxLength={60} required={false} defaultValue={section.title} />
      <SelectField
        name={`${index}.source`}
        label="Qué muestra"
        value={source}
        onChange={(event) => setSource(ROW_SOURCES.find((candidate) => candidate === event.target.value) ?? "new")}
      >
        {ROW_SOURCES.map((rowSource) => (
          <option key={rowSource} value={rowSource}>
            {SOURCE_LABEL[rowSource]}
          </option>
        ))}
      </SelectField>
      {(source === "category" || source === "brand") && (
        <SelectField
          key={source}
          name={`${index}.${source}`}
          label={source === "category" ? "Categoría" : "Marca"}
          defaultValue={section.slug}
          error={section.slug !== "" && !isSlugKnown ? "La que estaba ya no existe: elige otra" : undefined}
        >
          <option value="">Elige</option>
          {(source === "category" ? choices.categories : choices.brands).map(({ slug, name }) => (
            <option key={slug} value={slug}>
              {name}
            </option>
          ))}
        </SelectField>
      )}
    </div>
  );
}

function LookFields({
  section,
  index,
  choices,
}: {
  section: Extract<HomeSection, { kind: "look" }>;
  index: number;
  choices: HomeChoices;
}) {
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <TextField name={`${index}.title`} label="Título" maxLength={60} required={false} defaultValue={section.title} />
      <SelectField
        name={`${index}.productId`}
        label="Desde qué producto"
        hint="Salen los que tienen productos elegidos en «Completa el look»"
        defaultValue={section.productId ?? ""}
      >
        <option value="">El más nuevo con look elegido</option>
        {choices.looks.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
    </div>
  );
}
