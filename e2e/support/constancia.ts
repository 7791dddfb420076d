import PDFDocument from "pdfkit";

/** The data of a fictitious Constancia, in SAT's terms and order. */
interface ConstanciaData {
  rfc: string;
  person?: { name: string; firstSurname: string; secondSurname: string };
  company?: { name: string; legalForm: string };
  postalCode: string;
  /** Each regime as SAT prints it, with its first day, and its last day if it has ended. */
  regimes: [name: string, from: string, until?: string][];
}

/** A Constancia de Situación Fiscal in SAT's layout: labels and values in separate columns, tables cell by cell. */
export function drawConstancia({ rfc, person, company, postalCode, regimes }: ConstanciaData): Promise<Buffer> {
  const pdf = new PDFDocument({ size: "LETTER", margin: 50 });
  const chunks: Buffer[] = [];
  const pdfBytes = new Promise<Buffer>((resolve) => {
    pdf.on("data", (chunk: Buffer) => chunks.push(chunk));
    pdf.on("end", () => resolve(Buffer.concat(chunks)));
  });
  let y = 60;
  const write = (x: number, text: string): void => void pdf.fontSize(9).text(text, x, y, { lineBreak: false });
  const writeRow = (...cells: [x: number, text: string][]): void => {
    for (const [x, text] of cells) write(x, text);
    y += 16;
  };
  writeRow([180, "CÉDULA DE IDENTIFICACIÓN FISCAL"]);
  writeRow([60, rfc], [300, "CONSTANCIA DE SITUACIÓN FISCAL"]);
  writeRow([60, "Registro Federal de Contribuyentes"], [300, "Lugar y Fecha de Emisión"]);
  writeRow([300, "CUAUHTEMOC , CIUDAD DE MEXICO A 03 DE NOVIEMBRE DE 2026"]);
  writeRow([50, "Datos de Identificación del Contribuyente:"]);
  writeRow([50, "RFC:"], [220, rfc]);
  if (company) {
    writeRow([50, "Denominación/Razón Social:"], [220, company.name]);
    writeRow([50, "Régimen Capital:"], [220, company.legalForm]);
  }
  if (person) {
    writeRow([50, "CURP:"], [220, `${rfc.slice(0, 10)}MDFXXX01`]);
    writeRow([50, "Nombre (s):"], [220, person.name]);
    writeRow([50, "Primer Apellido:"], [220, person.firstSurname]);
    writeRow([50, "Segundo Apellido:"], [220, person.secondSurname]);
  }
  writeRow([50, "Fecha inicio de operaciones:"], [220, "01 DE ENERO DE 2010"]);
  writeRow([50, "Datos del domicilio registrado"]);
  writeRow([50, `Código Postal:${postalCode}`], [300, "Tipo de Vialidad: CALLE"]);
  writeRow([50, "Nombre de Vialidad: REFORMA"], [300, "Número Exterior: 12-B"]);
  pdf.addPage();
  y = 60;
  writeRow([50, "Regímenes:"]);
  writeRow([60, "Régimen"], [400, "Fecha Inicio"], [480, "Fecha Fin"]);
  for (const [name, from, until] of regimes) {
    writeRow([60, name], [400, from], ...(until ? [[480, until] as [number, string]] : []));
  }
  writeRow([50, "Obligaciones:"]);
  pdf.end();
  return pdfBytes;
}

/** A scanned Constancia: a PDF that contains no text. */
export function drawScan(): Promise<Buffer> {
  const pdf = new PDFDocument({ size: "LETTER" });
  const chunks: Buffer[] = [];
  const pdfBytes = new Promise<Buffer>((resolve) => {
    pdf.on("data", (chunk: Buffer) => chunks.push(chunk));
    pdf.on("end", () => resolve(Buffer.concat(chunks)));
  });
  pdf.rect(50, 50, 500, 700).fill("#ddd");
  pdf.end();
  return pdfBytes;
}
