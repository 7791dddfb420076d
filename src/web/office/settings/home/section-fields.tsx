import { useState } from "react";
import type { HomeSection } from "../../../../contract/home-sections.ts";
import { ROW_SOURCES } from "../../../../domain/home-section.ts";
import type { HomeChoices } from "../../../../server/home/list-home-choices.ts";
import { Button } from "../../../ui/button.tsx";
import { CheckField, SelectField, TextField } from "../../../ui/field.tsx";
import { SECTION_LABEL, SOURCE_LABEL } from "./section-labels.ts";

interface SectionProps {
  section: HomeSection;
  /** Its place, and how many there are. */
  at: number;
  count: number;
  choices: HomeChoices;
}

/** One section of the front page: whether it is shown, what it shows, and where it stands. */
export function SectionFields({ section, at, count, choices }: SectionProps) {
  const [name, about] = SECTION_LABEL[section.kind];
  const title = "title" in section ? `${name} «${section.title}»` : name;
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3 rounded-box border border-line bg-card p-4">
      <input type="hidden" name={`${at}.kind`} value={section.kind} />
      <div className="min-w-60 flex-1 space-y-3">
        {section.kind === "list" ? (
          <div>
            <input type="hidden" name={`${at}.shown`} value="1" />
            <p className="font-semibold">{name}</p>
            <p className="text-sm text-soft">{about}</p>
          </div>
        ) : (
          <CheckField name={`${at}.shown`} value="1" label={name} defaultChecked={section.shown}>
            {about}
          </CheckField>
        )}
        {section.kind === "row" && <RowFields section={section} at={at} choices={choices} />}
        {section.kind === "look" && <LookFields section={section} at={at} choices={choices} />}
      </div>
      <div className="flex gap-1">
        {at > 0 && <Move intent={`up ${at}`} label="Antes" title={title} />}
        {at < count - 1 && <Move intent={`down ${at}`} label="Después" title={title} />}
        {section.kind !== "list" && <Move intent={`drop ${at}`} label="Quitar" title={title} />}
      </div>
    </li>
  );
}

function Move({ intent, label, title }: { intent: string; label: string; title: string }) {
  return (
    <Button type="submit" variant="quiet" name="intent" value={intent} aria-label={`${label}: ${title}`}>
      {label}
    </Button>
  );
}

function RowFields({
  section,
  at,
  choices,
}: {
  section: Extract<HomeSection, { kind: "row" }>;
  at: number;
  choices: HomeChoices;
}) {
  const [source, setSource] = useState(section.source);
  const isKnown = (source === "brand" ? choices.brands : choices.categories).some(({ slug }) => slug === section.slug);
  return (
    <div className="grid gap-3 sm:grid-cols-3">
      <TextField name={`${at}.title`} label="Título" maxLength={60} required={false} defaultValue={section.title} />
      <SelectField
        name={`${at}.source`}
        label="Qué muestra"
        value={source}
        onChange={(event) => setSource(ROW_SOURCES.find((known) => known === event.target.value) ?? "new")}
      >
        {ROW_SOURCES.map((known) => (
          <option key={known} value={known}>
            {SOURCE_LABEL[known]}
          </option>
        ))}
      </SelectField>
      {(source === "category" || source === "brand") && (
        <SelectField
          key={source}
          name={`${at}.${source}`}
          label={source === "category" ? "Categoría" : "Marca"}
          defaultValue={section.slug}
          error={section.slug !== "" && !isKnown ? "La que estaba ya no existe: elige otra" : undefined}
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
  at,
  choices,
}: {
  section: Extract<HomeSection, { kind: "look" }>;
  at: number;
  choices: HomeChoices;
}) {
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <TextField name={`${at}.title`} label="Título" maxLength={60} required={false} defaultValue={section.title} />
      <SelectField
        name={`${at}.productId`}
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
