import { Link } from "react-router";
import type { MissingFact } from "../../../../domain/missing-facts.ts";
import { Button } from "../../../ui/button.tsx";
import { TextField } from "../../../ui/field.tsx";
import { officePaths } from "../../paths.ts";
import { CareFields } from "../care-fields.tsx";
import { AgeField, CountryField, GenderField } from "../fact-fields.tsx";

/**
 * The field whose value fills a fact in the chosen products that lack it. Renders nothing for facts that differ by
 * product, or that staff fill in another page.
 */
export function FillFields({ fact }: { fact: MissingFact }) {
  const field = fieldOf(fact);
  if (!field) return null;
  return (
    <div className="flex w-full flex-wrap items-end gap-3">
      <div className="min-w-60 grow sm:max-w-xl">{field}</div>
      <Button type="submit" name="intent" value="fill">
        Llenar
      </Button>
    </div>
  );
}

function fieldOf(fact: MissingFact) {
  switch (fact) {
    case "composition":
      return (
        <TextField name="composition" label="Composición" placeholder="95 % algodón, 5 % elastano" maxLength={300} />
      );
    case "care":
      return <CareFields care={[]} />;
    case "origin":
      return <CountryField value="MEX" optional={false} />;
    case "responsible":
      return <TextField name="responsible" label="Responsable" maxLength={200} />;
    case "gender":
      return <GenderField value="" optional={false} />;
    case "age":
      return <AgeField value="adult" optional={false} />;
    case "weight":
      return <TextField name="grams" label="Peso de cada pieza (g)" inputMode="numeric" maxLength={12} />;
    default:
      return null;
  }
}

/** Explains where staff fill the fact: in this list, in another page, or in each product. */
export function FillHint({ fact }: { fact: MissingFact | undefined }) {
  if (fact === undefined) {
    return <p className="text-sm text-soft">Elige un dato para llenarlo en muchos productos a la vez.</p>;
  }
  if (fact === "colorValue") {
    return (
      <p className="text-sm text-soft">
        Se define una vez por color, en{" "}
        <Link to={officePaths.colors()} className="font-semibold underline underline-offset-4">
          Catálogo › Colores
        </Link>
        .
      </p>
    );
  }
  if (fieldOf(fact)) {
    return (
      <p className="text-sm text-soft">Marca los productos y escribe el dato abajo: los que ya lo tienen no cambian.</p>
    );
  }
  return <p className="text-sm text-soft">Es distinto en cada uno: ábrelo para escribirlo.</p>;
}
