import { expect, test } from "vitest";
import { readConstancia } from "./constancia.ts";

const HEAD = `CÉDULA DE IDENTIFICACIÓN FISCAL
SERVICIO DE ADMINISTRACIÓN TRIBUTARIA
CONSTANCIA DE SITUACIÓN FISCAL
Lugar y Fecha de Emisión
CUAUHTEMOC , CIUDAD DE MEXICO A 03 DE NOVIEMBRE DE 2026
Datos de Identificación del Contribuyente:
`;
const COMPANY = `${HEAD}RFC: H&E951128469
Denominación/Razón Social: HERRERIA & ELECTRICOS
DEL ÑANDÚ
Régimen Capital: SOCIEDAD ANONIMA DE CAPITAL VARIABLE
Nombre Comercial: LA HERRERIA
Fecha inicio de operaciones: 28 DE NOVIEMBRE DE 1995
Estatus en el padrón: ACTIVO
Datos del domicilio registrado
Código Postal:06002 Tipo de Vialidad: CALLE
Nombre de Vialidad: REFORMA Número Exterior: 7
Actividades Económicas:
Orden Actividad Económica Porcentaje Fecha Inicio Fecha Fin
1 Herrería 100 28/11/1995
Regímenes:
Régimen Fecha Inicio Fecha Fin
Régimen General de Ley Personas Morales 28/11/1995
Obligaciones:
Declaración anual de ISR 01/01/2000
`;
const PERSON = `${HEAD}RFC: CACX7605101P8
CURP: CACX760510MDFXXX01
Nombre (s): XOCHITL
Primer Apellido: CASTILLO
Segundo Apellido: CAÑEDO
Fecha inicio de operaciones: 01 DE ENERO DE 2010
Código Postal: 36257 Tipo de Vialidad: CALLE
Regímenes:
Régimen Fecha Inicio Fecha Fin
Régimen de Incorporación Fiscal 01/01/2014 31/12/2021
Régimen de las Personas Físicas con Actividades Empresariales y 01/01/2010
Profesionales
Régimen de Sueldos y Salarios e Ingresos Asimilados a Salarios 01/02/2012
Régimen Simplificado de Confianza 01/01/2022
`;

test("reads a company's name without its legal form, over any number of lines", () => {
  expect(readConstancia(COMPANY)).toEqual({
    rfc: "H&E951128469",
    name: "HERRERIA & ELECTRICOS DEL ÑANDÚ",
    postalCode: "06002",
    taxRegimes: ["601"],
  });
});

test("reads a person's two surnames and only the regimes in force, also a regime printed in two parts", () => {
  expect(readConstancia(PERSON)).toEqual({
    rfc: "CACX7605101P8",
    name: "XOCHITL CASTILLO CAÑEDO",
    postalCode: "36257",
    taxRegimes: ["612", "605", "626"],
  });
});

test("a missing second surname leaves no trailing blank", () => {
  const textWithoutSecondSurname = PERSON.replace("Segundo Apellido: CAÑEDO", "Segundo Apellido:");
  expect(readConstancia(textWithoutSecondSurname)).toMatchObject({ name: "XOCHITL CASTILLO" });
});

test("reads decomposed accents and a text without line breaks", () => {
  expect(readConstancia(COMPANY.normalize("NFD").replaceAll("\n", " "))).toMatchObject({
    name: "HERRERIA & ELECTRICOS DEL ÑANDÚ",
    postalCode: "06002",
    taxRegimes: ["601"],
  });
});

test.each([
  ["a scanned Constancia without text", "  \n ", "no_text"],
  ["an order PDF", "Recibo de pedido 1001 de la tienda, RFC: H&E951128469, gracias por tu compra", "not_a_constancia"],
  ["a Constancia with an invalid RFC", COMPANY.replace("H&E951128469", "H&E951328469"), "not_a_constancia"],
  ["a Constancia without an RFC", COMPANY.replace("RFC:", "Clave:"), "not_a_constancia"],
])("%s is refused", (_, text, refused) => expect(readConstancia(text)).toEqual({ refused }));

test("missing values stay empty and the others are returned", () => {
  const incompleteText = COMPANY.replace(/Código Postal:06002/, "").replace(/Regímenes:[^]*/, "");
  expect(readConstancia(incompleteText)).toMatchObject({ rfc: "H&E951128469", postalCode: "", taxRegimes: [] });
});
