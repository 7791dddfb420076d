import { useState } from "react";
import { MAX_GUIDE_ROWS, MEASURES, type GuideErrors } from "../../../../domain/size-guide.ts";
import { Button } from "../../../ui/button.tsx";
import { PostForm } from "../../kit/post-form.tsx";
import { GuideTable } from "./guide-table.tsx";
import type { GuideGrid } from "./paste-block.ts";
import { useGuideGrid } from "./use-guide-grid.ts";

interface RefusedGuide {
  typedGrid: GuideGrid;
  failure: string;
  errors: GuideErrors;
  version?: number;
  differences?: string[];
}

/**
 * The form of a size guide. It sends the version that was opened, so that it does not overwrite a concurrent change
 * unnoticed. After a conflict it sends the stored version, whose differences it shows. `version` is undefined for a new
 * guide.
 */
export function GuideForm({
  storedGrid,
  version,
  refusedGuide,
}: {
  storedGrid: GuideGrid;
  version?: number;
  refusedGuide?: RefusedGuide;
}) {
  const [openedVersion] = useState(version);
  const guide = useGuideGrid(refusedGuide?.typedGrid ?? storedGrid, refusedGuide?.errors);
  const { measures, rows } = guide.grid;
  const differences = refusedGuide?.differences ?? [];
  const isConflict = refusedGuide?.version !== undefined;
  return (
    <PostForm
      failure={refusedGuide?.failure}
      submitLabel={isConflict ? "Guardar lo mío de todos modos" : "Guardar guía"}
      noValidate
    >
      <input type="hidden" name="intent" value="save" />
      <input type="hidden" name="version" value={refusedGuide?.version ?? openedVersion ?? ""} />
      <input type="hidden" name="columns" value={measures.length} />
      <input type="hidden" name="rows" value={rows.length} />
      {differences.length > 0 && (
        <div className="text-sm">
          <p className="font-semibold">Así quedó guardado lo que difiere de lo tuyo:</p>
          <ul className="list-disc pl-5">
            {differences.map((difference) => (
              <li key={difference}>{difference}</li>
            ))}
          </ul>
        </div>
      )}
      <p className="text-sm text-soft">
        Centímetros, con punto o coma. Puedes pegar aquí una tabla de tu hoja de cálculo: ponte en la primera celda y
        pégala, con o sin sus títulos.
      </p>
      <GuideTable guide={guide} />
      <p role="status" className="min-h-6 text-sm font-semibold">
        {guide.notice}
      </p>
      <div className="flex flex-wrap gap-3">
        <Button variant="secondary" disabled={rows.length >= MAX_GUIDE_ROWS} onClick={guide.addRow}>
          Agregar talla
        </Button>
        <Button variant="secondary" disabled={measures.length >= MEASURES.length} onClick={guide.addColumn}>
          Agregar columna
        </Button>
      </div>
    </PostForm>
  );
}
