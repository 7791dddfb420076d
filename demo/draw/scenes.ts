import { fullBoxAtScale } from "./canvas.ts";
import { parseColourway, type PlannedProduct } from "./catalog/plan.ts";
import { EVENTS } from "./catalog/events.ts";
import { resolveColourway } from "./colourway.ts";
import type { Album } from "./encode.ts";
import type { FabricName } from "./fabric.ts";
import { shadeGarment } from "./shaded-garment.ts";
import { createSeededRandom } from "./noise.ts";
import { poseGarment, type Pose } from "./pose.ts";
import { withPrintDensity } from "./print.ts";
import { cutOutGarment, cutOutTicket, drawScene, type Cutout, type SceneObject, type Scene } from "./scene.ts";
import { DESIGNS } from "./silhouettes/index.ts";
import { ticketSvg } from "./tickets.ts";

const cutoutCache = new Map<string, Promise<Cutout>>();

/** A garment in a pose, without background. `colourwayText` has the format of `ProductLine.colourways`. */
function getGarmentCutout(
  designName: string,
  fabric: FabricName,
  colourwayText: string,
  pose: Pose | "front",
  isForKids = false,
): Promise<Cutout> {
  const slug = [designName, fabric, colourwayText, pose].join("|"),
    id = `${slug}|${isForKids}`,
    cached = cutoutCache.get(id);
  if (cached) return cached;
  const cutout = (async () => {
    const design = DESIGNS[designName]!(createSeededRandom(7), "front"),
      colourwayNames = parseColourway(colourwayText);
    const garmentModel = await shadeGarment(pose === "front" ? design : poseGarment(design, pose), fabric, 7, {
      frame: fullBoxAtScale(1.6),
      stretch: isForKids ? [0.98, 0.86] : [1, 1],
    });
    const p = { designName, fabric, slug, isForKids } as PlannedProduct;
    return cutOutGarment(garmentModel, await withPrintDensity(2, () => resolveColourway(p, colourwayNames, "front")));
  })();
  cutoutCache.set(id, cutout);
  return cutout;
}

const getTicketCutout = (index: number): Promise<Cutout> => cutOutTicket(ticketSvg(EVENTS[index]!, "front", false));

interface Banner {
  name: string;
  alt: string;
  wall: Scene["wall"];
  /** The side of the wide picture that is free for text. In the tall picture the upper part is free. */
  textSide: "left" | "right";
  focus: { wide: [number, number]; tall: [number, number] };
  wide: Omit<Scene, "wall" | "width" | "height">;
  tall: Omit<Scene, "wall" | "width" | "height">;
}

/** Objects that hang from a rail at this height, by their hangers or handles. */
async function hangOnRail(
  y: number,
  items: [image: Promise<Cutout>, x: number, height: number][],
): Promise<SceneObject[]> {
  return Promise.all(items.map(async ([image, x, height]) => ({ image: await image, x, top: y - 0.012, height })));
}

async function createBanners(): Promise<Banner[]> {
  const linenDress = getGarmentCutout("shirtDress", "linen", "Terracota", "hanger"),
    guayabera = getGarmentCutout("guayabera", "linen", "Blanco", "hanger"),
    shirt = getGarmentCutout("shirt", "linen", "Verde olivo", "hanger"),
    offWhiteDress = getGarmentCutout("shirtDress", "linen", "Crudo", "hanger");
  const turtleneck = getGarmentCutout("turtleneck", "cable", "Marfil", "form"),
    fretSweater = getGarmentCutout(
      "crewSweater",
      "fineknit",
      "Crudo/Azul marino>steppedFret:Azul marino,Terracota,Mostaza",
      "form",
    ),
    trucker = getGarmentCutout("trucker", "denim", "Mezclilla medio", "form");
  const bomber = getGarmentCutout("bomber", "satin", "Vino/Crudo", "hanger"),
    bretonTee = getGarmentCutout("tee", "jersey", "Blanco/Azul marino>breton:Azul marino", "hanger"),
    jeans = getGarmentCutout("slimJeans", "denim", "Mezclilla oscuro", "clips"),
    tote = getGarmentCutout("tote", "canvas", "Crudo/Camel", "turned"),
    jacket = getGarmentCutout("trucker", "denim", "Mezclilla claro", "hanger");
  const [mareaTicket, festivalTicket] = await Promise.all([getTicketCutout(1), getTicketCutout(4)]);
  return [
    {
      name: "banner-temporada",
      alt: "Vestidos, guayabera y camisa de lino en un perchero, a la luz de una ventana",
      wall: ["#dcc7a9", "#bd9a74"],
      textSide: "left",
      focus: { wide: [70, 50], tall: [55, 62] },
      wide: {
        rail: { y: 0.1, from: 0.4, to: 1.02 },
        objects: await hangOnRail(0.1, [
          [shirt, 0.49, 0.86],
          [offWhiteDress, 0.885, 1.0],
          [guayabera, 0.755, 0.84],
          [linenDress, 0.622, 1.02],
        ]),
      },
      tall: {
        rail: { y: 0.36, from: 0.06, to: 1.02 },
        objects: await hangOnRail(0.36, [
          [shirt, 0.25, 0.6],
          [guayabera, 0.78, 0.62],
          [linenDress, 0.52, 0.72],
        ]),
      },
    },
    {
      name: "banner-tejidos",
      alt: "Suéter de ochos, suéter con greca y chamarra de mezclilla en maniquíes de costura",
      wall: ["#a9b3a2", "#74826f"],
      textSide: "left",
      focus: { wide: [70, 45], tall: [50, 62] },
      wide: {
        objects: [
          { image: await trucker, x: 0.9, bottom: 1.04, height: 0.86 },
          { image: await fretSweater, x: 0.5, bottom: 1.04, height: 0.86 },
          { image: await turtleneck, x: 0.7, bottom: 1.08, height: 1.04 },
        ],
      },
      tall: {
        objects: [
          { image: await trucker, x: 0.8, bottom: 1.02, height: 0.58 },
          { image: await fretSweater, x: 0.2, bottom: 1.02, height: 0.58 },
          { image: await turtleneck, x: 0.49, bottom: 1.05, height: 0.72 },
        ],
      },
    },
    {
      name: "banner-boletos",
      alt: "Boletos de conciertos junto a una chamarra satinada en un gancho",
      wall: ["#8d7f93", "#4e4260"],
      textSide: "left",
      focus: { wide: [72, 50], tall: [52, 64] },
      wide: {
        rail: { y: 0.09, from: 0.62, to: 1.02 },
        objects: [
          ...(await hangOnRail(0.09, [[bomber, 0.83, 1.0]])),
          { image: festivalTicket, x: 0.49, top: 0.42, height: 0.56, turn: -13 },
          { image: mareaTicket, x: 0.575, top: 0.38, height: 0.62, turn: 5 },
        ],
      },
      tall: {
        rail: { y: 0.35, from: 0.3, to: 1.02 },
        objects: [
          ...(await hangOnRail(0.35, [[bomber, 0.66, 0.72]])),
          { image: festivalTicket, x: 0.19, top: 0.56, height: 0.4, turn: -12 },
          { image: mareaTicket, x: 0.34, top: 0.58, height: 0.44, turn: 6 },
        ],
      },
    },
    {
      name: "banner-basicos",
      alt: "Playera a rayas, jeans, chamarra de mezclilla y bolsa de lona en un perchero",
      wall: ["#b9c5cd", "#8398a6"],
      textSide: "left",
      focus: { wide: [70, 50], tall: [52, 64] },
      wide: {
        rail: { y: 0.1, from: 0.4, to: 1.02 },
        objects: await hangOnRail(0.1, [
          [jacket, 0.89, 0.86],
          [tote, 0.49, 0.74],
          [jeans, 0.745, 1.0],
          [bretonTee, 0.615, 0.84],
        ]),
      },
      tall: {
        rail: { y: 0.36, from: 0.06, to: 1.02 },
        objects: await hangOnRail(0.36, [
          [tote, 0.22, 0.5],
          [jeans, 0.78, 0.72],
          [bretonTee, 0.52, 0.64],
        ]),
      },
    },
  ];
}

/** A 3:4 scene for each top category, by its slug. */
async function createCategoryScenes(): Promise<
  Record<string, { alt: string; scene: Omit<Scene, "width" | "height"> }>
> {
  const dress = await getGarmentCutout("wrapDress", "crepe", "Azul petróleo", "form"),
    blazer = await getGarmentCutout("blazer", "twill", "Azul marino", "form"),
    axolotlTee = await getGarmentCutout("tee", "jersey", "Lila@axolotl:Rosa palo,Rosa mexicano,Morado", "hanger", true),
    hoodie = await getGarmentCutout("hoodie", "fleece", "Amarillo", "hanger", true),
    redSneaker = await getGarmentCutout("canvasSneaker", "canvas", "Rojo", "turned"),
    offWhiteSneaker = await getGarmentCutout("canvasSneaker", "canvas", "Crudo", "front"),
    tote = await getGarmentCutout("tote", "canvas", "Crudo/Rojo>steppedFret:Rojo,Azul marino,Mostaza", "turned"),
    beanie = await getGarmentCutout("beanie", "knit", "Mostaza", "turned");
  const [farolesTicket, mareaTicket] = await Promise.all([getTicketCutout(0), getTicketCutout(1)]);
  return {
    mujer: {
      alt: "Vestido cruzado azul petróleo en un maniquí de costura",
      scene: { wall: ["#ead9c4", "#cfb496"], objects: [{ image: dress, x: 0.5, bottom: 1.03, height: 0.98 }] },
    },
    hombre: {
      alt: "Saco azul marino en un maniquí de costura",
      scene: { wall: ["#d9dcd6", "#aeb7b3"], objects: [{ image: blazer, x: 0.5, bottom: 1.05, height: 0.98 }] },
    },
    ninos: {
      alt: "Playera de ajolote y sudadera amarilla en ganchos",
      scene: {
        wall: ["#efdcd2", "#d8b5a6"],
        rail: { y: 0.1, from: -0.02, to: 1.02 },
        objects: [
          ...(await hangOnRail(0.1, [
            [Promise.resolve(hoodie), 0.66, 0.72],
            [Promise.resolve(axolotlTee), 0.34, 0.78],
          ])),
        ],
      },
    },
    calzado: {
      alt: "Dos tenis de lona sobre una repisa",
      scene: {
        wall: ["#e4dccd", "#c5b8a1"],
        shelf: 0.74,
        objects: [
          { image: offWhiteSneaker, x: 0.56, top: 0.36, height: 0.7 },
          { image: redSneaker, x: 0.46, top: 0.5, height: 0.8 },
        ],
      },
    },
    accesorios: {
      alt: "Bolsa de grecas y gorro tejido",
      scene: {
        wall: ["#e8dcc0", "#c9b48b"],
        shelf: 0.87,
        rail: { y: 0.12, from: -0.02, to: 1.02 },
        objects: [
          { image: tote, x: 0.4, top: 0.105, height: 0.74 },
          { image: beanie, x: 0.74, top: 0.6, height: 0.56 },
        ],
      },
    },
    boletos: {
      alt: "Dos boletos de conciertos",
      scene: {
        wall: ["#a394a8", "#6a5a7a"],
        objects: [
          { image: farolesTicket, x: 0.62, top: 0.14, height: 0.7, turn: 9 },
          { image: mareaTicket, x: 0.4, top: 0.24, height: 0.76, turn: -6 },
        ],
      },
    },
  };
}

/**
 * Draws each banner in 16:9 and in 4:5, a picture for each top category and the picture of the shop's story. Returns
 * their keys.
 */
export async function drawScenes(album: Album): Promise<object> {
  const filesInBothFormats = (...widths: number[]): string[] => [
    ...widths.map((w) => `${w}.avif`),
    ...widths.map((w) => `${w}.webp`),
  ];
  const add = async (name: string, alt: string, scene: Scene, files: string[], focus?: [number, number]) =>
    album.add(name, await drawScene(scene), { w: scene.width, h: scene.height }, { alt, files, focus });
  const bannerEntries = [];
  for (const { name, alt, wall, wide, tall, textSide, focus } of await createBanners())
    bannerEntries.push({
      wide: await add(
        name,
        alt,
        { ...wide, wall, width: 2400, height: 1350 },
        filesInBothFormats(800, 1600, 2400),
        focus.wide,
      ),
      tall: await add(
        `${name}-alto`,
        alt,
        { ...tall, wall, width: 1200, height: 1500 },
        filesInBothFormats(800, 1200),
        focus.tall,
      ),
      textSide,
      focus: { x: focus.wide[0], y: focus.wide[1] },
      tallFocus: { x: focus.tall[0], y: focus.tall[1] },
    });
  const categories: Record<string, string> = {};
  for (const [slug, { alt, scene }] of Object.entries(await createCategoryScenes()))
    categories[slug] = await add(
      `portada-${slug}`,
      alt,
      { ...scene, width: 900, height: 1200 },
      filesInBothFormats(450, 900),
    );
  const blouse = await getGarmentCutout(
    "peasant",
    "linen",
    "Blanco/Rojo@embroidery:Rojo,Rosa mexicano,Mostaza,Verde bandera",
    "form",
  );
  const story = await add(
    "historia-bordado",
    "Blusa blanca bordada a mano con flores, en un maniquí de costura",
    {
      width: 1200,
      height: 1500,
      wall: ["#6f8272", "#3c5244"],
      objects: [{ image: blouse, x: 0.5, top: 0.1, height: 1.3 }],
    },
    filesInBothFormats(800, 1200),
    [50, 38],
  );
  return { banners: bannerEntries, categories, story };
}
