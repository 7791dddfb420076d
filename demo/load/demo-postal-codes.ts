import { stateOfPostalCode } from "../../src/domain/postal-code.ts";
import type { PostalCode } from "../../src/server/postal-codes/read-postal-codes.ts";

/**
 * Some codes of the main cities, written by hand from common knowledge. They are not copied from the post office's
 * list, whose redistribution is not permitted (decision 53).
 */
const MUNICIPALITIES: readonly (readonly [
  municipality: string,
  ...codes: readonly (readonly [string, ...string[]])[],
])[] = [
  [
    "Álvaro Obregón",
    ["01000", "San Ángel"],
    ["01020", "Guadalupe Inn"],
    ["01030", "Florida"],
    ["01070", "Chimalistac"],
  ],
  [
    "Benito Juárez",
    ["03020", "Narvarte Poniente"],
    ["03023", "Narvarte Oriente"],
    ["03100", "Del Valle Centro"],
    ["03103", "Del Valle Norte"],
    ["03104", "Del Valle Sur"],
    ["03300", "Portales Sur"],
    ["03303", "Portales Norte"],
    ["03400", "Álamos"],
    ["03800", "San Pedro de los Pinos"],
    ["03810", "Nápoles"],
    ["03900", "San José Insurgentes"],
    ["03910", "Mixcoac"],
    ["03920", "Insurgentes Mixcoac"],
  ],
  ["Coyoacán", ["04000", "Villa Coyoacán"], ["04010", "Santa Catarina"], ["04100", "Del Carmen"]],
  ["Cuajimalpa de Morelos", ["05348", "Santa Fe"]],
  [
    "Cuauhtémoc",
    ["06000", "Centro"],
    ["06100", "Hipódromo"],
    ["06140", "Condesa"],
    ["06170", "Hipódromo Condesa"],
    ["06300", "Guerrero"],
    ["06350", "Buenavista"],
    ["06400", "Santa María la Ribera"],
    ["06470", "San Rafael"],
    ["06500", "Cuauhtémoc"],
    ["06600", "Juárez"],
    ["06700", "Roma Norte"],
    ["06720", "Doctores"],
    ["06760", "Roma Sur"],
    ["06800", "Obrera"],
  ],
  [
    "Miguel Hidalgo",
    ["11510", "Polanco I Sección"],
    ["11520", "Granada"],
    ["11530", "Polanco II Sección"],
    ["11540", "Polanco III Sección"],
    ["11550", "Polanco IV Sección"],
    ["11560", "Polanco V Sección"],
    ["11590", "Anzures"],
    ["11800", "Escandón I Sección", "Escandón II Sección"],
    ["11850", "San Miguel Chapultepec I Sección", "San Miguel Chapultepec II Sección"],
    ["11870", "Tacubaya"],
  ],
  ["Tlalpan", ["14000", "Tlalpan Centro"], ["14050", "Toriello Guerra"]],
  ["Aguascalientes", ["20000", "Zona Centro"]],
  ["Tijuana", ["22000", "Zona Centro"]],
  ["La Paz", ["23000", "Centro"]],
  ["Campeche", ["24000", "Centro"]],
  ["Saltillo", ["25000", "Zona Centro"]],
  ["Torreón", ["27000", "Centro"]],
  ["Colima", ["28000", "Centro"]],
  ["Tuxtla Gutiérrez", ["29000", "Centro"]],
  ["San Cristóbal de las Casas", ["29200", "Centro"]],
  ["Chihuahua", ["31000", "Centro"]],
  ["Juárez", ["32000", "Centro"]],
  ["Durango", ["34000", "Centro"]],
  ["Guanajuato", ["36000", "Centro"]],
  ["León", ["37000", "Centro"]],
  ["Celaya", ["38000", "Centro"]],
  ["Acapulco de Juárez", ["39300", "Centro"]],
  ["Pachuca de Soto", ["42000", "Centro"]],
  ["Guadalajara", ["44100", "Centro"], ["44160", "Americana"], ["44500", "Chapalita"], ["44600", "Ladrón de Guevara"]],
  ["Zapopan", ["45100", "Centro"]],
  ["San Pedro Tlaquepaque", ["45500", "Centro"]],
  ["Puerto Vallarta", ["48300", "Centro"]],
  ["Toluca", ["50000", "Centro"]],
  ["Naucalpan de Juárez", ["53100", "Ciudad Satélite"]],
  ["Tlalnepantla de Baz", ["54000", "Centro"]],
  ["Morelia", ["58000", "Centro"]],
  ["Cuernavaca", ["62000", "Centro"]],
  ["Tepic", ["63000", "Centro"]],
  ["Monterrey", ["64000", "Centro"], ["64060", "Obispado"], ["64700", "Tecnológico"]],
  ["San Pedro Garza García", ["66220", "Del Valle"]],
  ["Oaxaca de Juárez", ["68000", "Centro"]],
  ["Puebla", ["72000", "Centro"], ["72160", "La Paz"]],
  ["Querétaro", ["76000", "Centro"], ["76100", "Jurica"]],
  ["Othón P. Blanco", ["77000", "Centro"]],
  ["Benito Juárez", ["77500", "Centro"]],
  ["San Luis Potosí", ["78000", "Centro"]],
  ["Culiacán", ["80000", "Centro"]],
  ["Mazatlán", ["82000", "Centro"]],
  ["Hermosillo", ["83000", "Centro"]],
  ["Centro", ["86000", "Centro"]],
  ["Victoria", ["87000", "Centro"]],
  ["Tampico", ["89000", "Zona Centro"]],
  ["Tlaxcala", ["90000", "Centro"]],
  ["Xalapa", ["91000", "Centro"]],
  ["Veracruz", ["91700", "Centro"]],
  ["Mérida", ["97000", "Centro"], ["97070", "García Ginerés"], ["97100", "Itzimná"]],
  ["Zacatecas", ["98000", "Centro"]],
];

/** The usual names of cities whose municipality has another name. */
const CITY_BY_CODE: Readonly<Record<string, string>> = {
  "77000": "Chetumal",
  "77500": "Cancún",
  "86000": "Villahermosa",
};

export const DEMO_POSTAL_CODES: PostalCode[] = MUNICIPALITIES.flatMap(([municipality, ...codes]) =>
  codes.map(([code, ...neighborhoods]) => {
    const state = stateOfPostalCode(code)!;
    const isBorough = state === "Ciudad de México";
    return { code, state, municipality, city: isBorough ? state : (CITY_BY_CODE[code] ?? null), neighborhoods };
  }),
);
