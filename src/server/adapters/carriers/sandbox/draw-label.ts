import type { Selectable } from "kysely";
import type { Schema } from "../../../db/schema.ts";
import { openPdf } from "../../../pdf/open-pdf.ts";

/** 4 × 6 inches, in points. */
const PAGE_SIZE_POINTS: [number, number] = [288, 432];
const MARGIN_POINTS = 18;

/** The PDF of a simulated label. It is marked as a simulation, so that nobody ships a parcel with it. */
export async function drawLabel(row: Selectable<Schema["sandbox_carrier_guides"]>): Promise<Uint8Array<ArrayBuffer>> {
  const { pdf, bytes } = await openPdf({ title: `Guía ${row.guide}`, author: "Simulación", size: PAGE_SIZE_POINTS });
  const width = PAGE_SIZE_POINTS[0] - 2 * MARGIN_POINTS;
  pdf.rect(0, 0, PAGE_SIZE_POINTS[0], 40).fill("#fde68a").fillColor("black");
  pdf.font("bold").fontSize(13).text("SIMULACIÓN · no envía nada", MARGIN_POINTS, 13, { width, align: "center" });
  pdf.fontSize(20).text(`${row.carrier.toUpperCase()} · ${row.service}`, MARGIN_POINTS, 56, { width });
  pdf.font("regular").fontSize(9).text("Remitente", MARGIN_POINTS, 96).font("bold").fontSize(11);
  pdf.text(row.sender_company, { width });
  pdf.font("regular").fontSize(9).text("Destinatario", MARGIN_POINTS, 146).font("bold").fontSize(14);
  pdf.text(row.consignee, { width });
  pdf.font("regular").fontSize(12).text(row.destination, { width });
  pdf.fontSize(10).text(`Peso: ${(row.grams / 1_000).toFixed(2)} kg`, MARGIN_POINTS, 300);
  pdf.font("bold").fontSize(24).text(row.guide, MARGIN_POINTS, 350, { width, align: "center" });
  pdf.end();
  return bytes;
}
