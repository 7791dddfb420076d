import { defineLine, type ProductLine } from "./line.ts";

const kidsOptions = { isForKids: true };
export const KIDS: ProductLine[] = [
  defineLine(
    "Playera infantil de ajolote",
    "playeras-ninos",
    "Pequeño Ajolote",
    "tee",
    "jersey",
    249,
    "ninos",
    "Un ajolote sonriente sobre algodón peinado. Costuras planas que no molestan. Lavar por el revés.",
    [
      "Lila@axolotl:Rosa palo,Rosa mexicano,Morado",
      "Blanco@axolotl:Durazno,Coral,Azul marino",
      "Verde menta@axolotl:Rosa palo,Coral,Verde botella",
    ],
    {
      ...kidsOptions,
      furtherColourways: [
        "Amarillo@axolotl:Rosa palo,Naranja,Morado",
        "Azul cielo@axolotl:Durazno,Coral,Azul marino",
        "Coral@axolotl:Blanco,Rosa mexicano,Morado",
      ],
    },
  ),
  defineLine(
    "Sudadera infantil con gorro",
    "sudaderas-y-chamarras-ninos",
    "Pequeño Ajolote",
    "hoodie",
    "fleece",
    449,
    "ninos",
    "Felpa suave con bolsa canguro y gorro forrado. Puños que no aprietan. Lavar por el revés.",
    ["Turquesa", "Amarillo", "Rojo"],
    { ...kidsOptions, furtherColourways: ["Azul rey", "Verde menta", "Gris jaspe"] },
  ),
  defineLine(
    "Jogger infantil de felpa",
    "pantalones-y-shorts-ninos",
    "Baldío Ropa",
    "jogger",
    "fleece",
    299,
    "ninos",
    "Felpa cómoda con pretina elástica y cordón. Bolsas laterales para guardar tesoros. Lavar a máquina.",
    ["Gris jaspe", "Azul marino/Rojo", "Verde bandera"],
    { ...kidsOptions, furtherColourways: ["Negro", "Vino", "Azul rey"] },
  ),
];
