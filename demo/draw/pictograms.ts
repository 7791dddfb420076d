import sharp from "sharp";

const truck = (body: string, cab: string, dark: string): string =>
  `<rect x="8" y="30" width="84" height="58" rx="7" fill="${body}"/><path d="M92 48h26q5 0 8 5l14 20v15H92z" fill="${cab}"/><path d="M101 55h15l11 16h-26z" fill="#fff" opacity=".85"/><rect x="6" y="86" width="136" height="6" rx="3" fill="${dark}"/><g fill="${dark}"><circle cx="36" cy="93" r="13"/><circle cx="116" cy="93" r="13"/></g><g fill="#fff"><circle cx="36" cy="93" r="5"/><circle cx="116" cy="93" r="5"/></g>`;
const parcel = (a: string, b: string, dark: string): string =>
  `<path d="M75 12l62 26v56l-62 28-62-28V38z" fill="${a}"/><path d="M75 66l62-28v56l-62 28z" fill="${dark}" opacity=".28"/><path d="M75 12l62 26-62 28-62-28z" fill="${b}"/><path d="M44 25l62 27v20l12-5V46L57 19z" fill="#fff" opacity=".75"/>`;
const translateAndScale = (x: number, y: number, k: number, inner: string): string =>
  `<g transform="translate(${x} ${y}) scale(${k})">${inner}</g>`;
const speedLines = (color: string): string =>
  `<g stroke="${color}" stroke-width="6" stroke-linecap="round"><path d="M12 56h26M4 74h30M14 92h20"/></g>`;
const renderPixels = (w: number, h: number, background: string, inner: string): Promise<Buffer> =>
  sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="${w}" height="${h}"><rect width="${w}" height="${h}" fill="${background}"/>${inner}</svg>`,
    ),
  )
    .removeAlpha()
    .raw()
    .toBuffer();

export interface Pictogram {
  name: string;
  w: number;
  h: number;
  alt: string;
  drawPixels: () => Promise<Buffer>;
}

const arrow = (d: string, color: string): string =>
  `<path d="${d}" fill="none" stroke="${color}" stroke-width="26" stroke-linecap="round" stroke-linejoin="round"/>`;
const shirt = (x: number, y: number, k: number, color: string, dark: string): string =>
  translateAndScale(
    x,
    y,
    k,
    `<path d="M70 20C84 44 116 44 130 20L176 40L200 96L162 112L156 92V200H44V92L38 112L0 96L24 40Z" fill="${color}"/><path d="M70 20C84 44 116 44 130 20" fill="none" stroke="${dark}" stroke-width="9"/><path d="M52 182H148" stroke="${dark}" stroke-width="5" stroke-dasharray="9 6"/>`,
  );

/** Four for carriers, one for a carrier's alert, two for the terms: main.ts depends on this order. */
export const PICTOGRAMS: Pictogram[] = [
  {
    name: "carrier-rapida",
    w: 240,
    h: 160,
    alt: "Camión de entrega rápida",
    drawPixels: () =>
      renderPixels(
        240,
        160,
        "#f6e6df",
        speedLines("#d9a18d") + translateAndScale(52, 20, 1.12, truck("#c4532f", "#e2764f", "#5a2a1c")),
      ),
  },
  {
    name: "carrier-nacional",
    w: 240,
    h: 160,
    alt: "Camión de paquetería nacional",
    drawPixels: () =>
      renderPixels(240, 160, "#e2e8f1", translateAndScale(36, 18, 1.14, truck("#2f4a7a", "#5276b0", "#1b2a47"))),
  },
  {
    name: "carrier-paquete",
    w: 240,
    h: 160,
    alt: "Caja de paquetería",
    drawPixels: () =>
      renderPixels(240, 160, "#e4efe6", translateAndScale(36, 4, 1.12, parcel("#3f8a5f", "#63ad82", "#123a25"))),
  },
  {
    name: "carrier-tienda",
    w: 240,
    h: 160,
    alt: "Caja para recoger en tienda",
    drawPixels: () =>
      renderPixels(240, 160, "#f5ecd6", translateAndScale(36, 4, 1.12, parcel("#c08a2c", "#e0b055", "#5a3c0c"))),
  },
  {
    name: "carrier-alert",
    w: 800,
    h: 500,
    alt: "Paquete junto a un calendario",
    drawPixels: () =>
      renderPixels(
        800,
        500,
        "#f5ecdf",
        `<ellipse cx="400" cy="424" rx="310" ry="26" fill="#d8c7ae"/>` +
          translateAndScale(110, 110, 2.5, parcel("#c58a4e", "#dba86c", "#5a3614")) +
          `<g transform="translate(440 110)"><rect x="0" y="24" width="250" height="282" rx="22" fill="#fff"/><path d="M0 96V46a22 22 0 0 1 22-22h206a22 22 0 0 1 22 22v50z" fill="#a43a4a"/><g fill="#4b2a30"><rect x="56" y="0" width="20" height="58" rx="10"/><rect x="174" y="0" width="20" height="58" rx="10"/></g>${[0, 1, 2].map((r) => [0, 1, 2, 3].map((k) => `<rect x="${28 + k * 52}" y="${124 + r * 56}" width="38" height="38" rx="8" fill="${r === 1 && k === 2 ? "#e0a13a" : "#ece6dc"}"/>`).join("")).join("")}</g>`,
      ),
  },
  {
    name: "terms-cambios",
    w: 800,
    h: 1000,
    alt: "Una playera entre dos flechas de cambio",
    drawPixels: () =>
      renderPixels(
        800,
        1000,
        "#f3e7e3",
        `<circle cx="400" cy="500" r="330" fill="#fbf6f2"/>` +
          shirt(270, 370, 1.3, "#a43a4a", "#7a2633") +
          arrow("M160 420A262 262 0 0 1 600 330", "#24324f") +
          arrow("M606 244V338H512", "#24324f") +
          arrow("M640 580A262 262 0 0 1 200 670", "#c9962f") +
          arrow("M194 756V662H288", "#c9962f"),
      ),
  },
  {
    name: "terms-envios",
    w: 800,
    h: 1000,
    alt: "Un camión de reparto en camino a una casa",
    drawPixels: () =>
      renderPixels(
        800,
        1000,
        "#e6ecf0",
        `<circle cx="400" cy="500" r="330" fill="#f8fafa"/><path d="M90 690H710" stroke="#24324f" stroke-width="14" stroke-linecap="round"/><path d="M120 730H420M470 730H560M610 730H680" stroke="#9db0c0" stroke-width="10" stroke-linecap="round"/>` +
          translateAndScale(150, 420, 2.5, truck("#2f6f7a", "#4f9aa4", "#173a41")) +
          `<g transform="translate(470 250)"><path d="M0 108L100 20l100 88v0H0z" fill="#b8593c"/><rect x="24" y="104" width="152" height="92" fill="#efe0cc"/><rect x="82" y="132" width="38" height="64" fill="#7a4a30"/></g><path d="M230 330c0-42 32-72 70-72s70 30 70 72c0 46-70 112-70 112s-70-66-70-112z" fill="#c9962f"/><circle cx="300" cy="330" r="26" fill="#fff"/>`,
      ),
  },
];
