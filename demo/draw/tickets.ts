import sharp from "sharp";
import { HEIGHT, WIDTH } from "./canvas.ts";
import type { EventPlan } from "./catalog/events.ts";
import { createSeededRandom, seedOf } from "./noise.ts";

const escapeAmpersands = (t: string): string => t.replaceAll("&", "&amp;");
const FONT = `font-family="DejaVu Sans Condensed, DejaVu Sans, Arial, sans-serif"`;

/** The outline of the paper, with a notch on each side at the tear line, and a toothed lower edge. */
function paperOutline(x: number, y: number, w: number, h: number, tearY: number): string {
  let teeth = "";
  const count = 28,
    step = w / count;
  for (let i = count; i > 0; i--)
    teeth += `L${(x + (i - 0.5) * step).toFixed(1)} ${y + h + 6}L${(x + (i - 1) * step).toFixed(1)} ${y + h}`;
  return `M${x + 18} ${y}H${x + w - 18}Q${x + w} ${y} ${x + w} ${y + 18}V${tearY - 20}A20 20 0 0 0 ${x + w} ${tearY + 20}V${y + h}${teeth}V${tearY + 20}A20 20 0 0 0 ${x} ${tearY - 20}V${y + 18}Q${x} ${y} ${x + 18} ${y}Z`;
}

function drawArt(event: EventPlan, x: number, y: number, w: number, h: number, seed: number): string {
  const [, accentColor, titleColor] = event.colors,
    next = createSeededRandom(seed),
    cx = x + w / 2;
  const repeat = (n: number, f: (i: number) => string): string => Array.from({ length: n }, (_, i) => f(i)).join("");
  switch (event.art) {
    case "waves":
      return (
        `<circle cx="${cx + 70}" cy="${y + 120}" r="74" fill="${titleColor}"/>` +
        repeat(
          9,
          (i) =>
            `<path d="M${x - 40} ${y + 170 + i * 30}q60 -46 120 0t120 0 120 0 120 0 120 0" fill="none" stroke="${i % 3 ? accentColor : titleColor}" stroke-width="${13 - i}" opacity="${(1 - i * 0.07).toFixed(2)}"/>`,
        )
      );
    case "sun":
      return (
        repeat(
          28,
          (i) =>
            `<path d="M${cx} ${y + h * 0.5}L${cx - 16} ${y - 260}H${cx + 16}Z" fill="${i % 2 ? accentColor : titleColor}" opacity=".85" transform="rotate(${(i * 360) / 28} ${cx} ${y + h * 0.5})"/>`,
        ) +
        `<circle cx="${cx}" cy="${y + h * 0.5}" r="112" fill="${event.colors[0]}"/><circle cx="${cx}" cy="${y + h * 0.5}" r="92" fill="${accentColor}"/><circle cx="${cx}" cy="${y + h * 0.5}" r="58" fill="${titleColor}"/>`
      );
    case "thread":
      return (
        repeat(
          11,
          (i) =>
            `<path d="M${x - 20} ${y + 60 + i * 30}C${x + w * 0.3} ${y - 60 + i * 52} ${x + w * 0.62} ${y + 360 - i * 26} ${x + w + 20} ${y + 70 + i * 26}" fill="none" stroke="${i % 2 ? accentColor : titleColor}" stroke-width="${3 + (i % 3) * 2}" ${i % 3 === 1 ? 'stroke-dasharray="16 9"' : ""}/>`,
        ) +
        `<path d="M${cx + 60} ${y + 40}l-150 270" stroke="${titleColor}" stroke-width="9" stroke-linecap="round"/><ellipse cx="${cx + 54}" cy="${y + 52}" rx="4" ry="16" fill="${event.colors[0]}" transform="rotate(29 ${cx + 54} ${y + 52})"/>`
      );
    case "arches":
      return (
        repeat(5, (k) =>
          repeat(4, (i) => {
            const r = 76 - i * 18,
              ax = x + 40 + k * 112,
              ay = y + 250 + (k % 2) * 60;
            return `<path d="M${ax - r} ${y + h + 40}V${ay}a${r} ${r} 0 0 1 ${2 * r} 0V${y + h + 40}Z" fill="${[accentColor, titleColor, event.colors[0], accentColor][i]}"/>`;
          }),
        ) + `<circle cx="${cx}" cy="${y + 100}" r="56" fill="${titleColor}"/>`
      );
    case "stars":
      return (
        repeat(
          70,
          () =>
            `<circle cx="${(x + next() * w).toFixed(0)}" cy="${(y + next() * h).toFixed(0)}" r="${(1 + next() * 4).toFixed(1)}" fill="${next() < 0.5 ? accentColor : titleColor}"/>`,
        ) +
        repeat(
          7,
          (i) =>
            `<circle cx="${cx}" cy="${y + h * 0.52}" r="${36 + i * 24}" fill="none" stroke="${i % 2 ? accentColor : titleColor}" stroke-width="${11 - i}" stroke-dasharray="${40 + i * 22} ${14 + i * 6}" transform="rotate(${i * 37} ${cx} ${y + h * 0.52})"/>`,
        ) +
        `<circle cx="${cx}" cy="${y + h * 0.52}" r="22" fill="${titleColor}"/>`
      );
    case "stalls":
      return (
        repeat(4, (k) => {
          const sx = x + 18 + k * 134,
            sy = y + 120 + (k % 2) * 70;
          return (
            repeat(
              6,
              (i) =>
                `<path d="M${sx + i * 19} ${sy}h19v54a9.5 9.5 0 0 1 -19 0z" fill="${i % 2 ? accentColor : titleColor}"/>`,
            ) +
            `<path d="M${sx + 6} ${sy + 50}v130M${sx + 108} ${sy + 50}v130" stroke="${titleColor}" stroke-width="6"/><rect x="${sx}" y="${sy + 128}" width="114" height="34" fill="${accentColor}"/>`
          );
        }) +
        repeat(
          15,
          (i) =>
            `<path d="M${x + i * 38} ${y + 40 + Math.sin(i) * 10}l30 0l-15 30z" fill="${i % 2 ? accentColor : titleColor}"/>`,
        )
      );
  }
}

/** The pixels of the front or the back of a printed ticket, on the background of the garments. */
export async function drawTicket(event: EventPlan, view: "front" | "back"): Promise<Buffer> {
  return sharp(Buffer.from(ticketSvg(event, view, true)))
    .removeAlpha()
    .raw()
    .toBuffer();
}

/** The SVG of a ticket, with or without the background. */
export function ticketSvg(event: EventPlan, view: "front" | "back", hasBackground: boolean): string {
  const [paperColor, accentColor, titleColor] = event.colors,
    seed = seedOf(event.name),
    x = 130,
    y = 90,
    w = 540,
    h = 812,
    tearY = 690,
    lean = view === "front" ? -2.2 : 2.4;
  const d = paperOutline(x, y, w, h, tearY),
    lines = event.ticketTitle.split("\n"),
    size = Math.min(84, 760 / Math.max(...lines.map((l) => l.length)));
  const titles = lines
    .map(
      (l, i) =>
        `<text x="400" y="${506 + i * size * 1.04}" ${FONT} font-weight="700" font-size="${size}" fill="${titleColor}" text-anchor="middle">${escapeAmpersands(l)}</text>`,
    )
    .join("");
  const fiber = `<filter id="paper" x="0" y="0" width="100%" height="100%"><feTurbulence type="fractalNoise" baseFrequency=".035 .05" numOctaves="3" seed="${seed % 90}"/><feColorMatrix values="0 0 0 0 1  0 0 0 0 1  0 0 0 0 1  0 0 0 .22 -.05"/></filter>`;
  const face =
    view === "front"
      ? `<g clip-path="url(#top)">${drawArt(event, x, y, w, 340, seed)}</g><path d="M${x + 40} 432H${x + w - 40}" stroke="${accentColor}" stroke-width="5"/>${titles}<text x="400" y="${506 + (lines.length - 1) * size * 1.04 + 48}" ${FONT} font-size="30" fill="${accentColor}" text-anchor="middle">${escapeAmpersands(event.place)}</text>`
      : `<g opacity=".28">${drawArt(event, x, y + 60, w, 420, seed + 5)}</g><rect x="${x + 46}" y="${y + 330}" width="${w - 92}" height="210" rx="10" fill="${paperColor}"/><text x="400" y="${y + 410}" ${FONT} font-weight="700" font-size="42" fill="${titleColor}" text-anchor="middle">CASA MAGUEY</text><text x="400" y="${y + 462}" ${FONT} font-size="27" fill="${accentColor}" text-anchor="middle">Boleto para una persona</text><text x="400" y="${y + 504}" ${FONT} font-size="27" fill="${accentColor}" text-anchor="middle">Consérvalo hasta el final</text>`;
  const stub = `<text x="${x + 46}" y="776" ${FONT} font-size="26" fill="${accentColor}">BOLETO</text><text x="${x + 46}" y="838" ${FONT} font-weight="700" font-size="54" fill="${titleColor}">${event.zones ? escapeAmpersands(event.zones[0]!.toUpperCase()) : "FILA A"}</text><g stroke="${accentColor}" stroke-width="4" fill="none"><circle cx="${x + w - 96}" cy="800" r="46"/><circle cx="${x + w - 96}" cy="800" r="34" stroke-dasharray="7 7"/><path d="M${x + w - 116} 800l14 15 26 -30" stroke-width="8" stroke-linecap="round" stroke-linejoin="round"/></g>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}"><defs><radialGradient id="g" cx=".45" cy=".36" r=".85"><stop offset="0" stop-color="#faf9f6"/><stop offset="1" stop-color="#f3f1ec"/></radialGradient><filter id="s" x="-20%" y="-20%" width="140%" height="140%"><feGaussianBlur stdDeviation="20"/></filter><filter id="s2" x="-20%" y="-20%" width="140%" height="140%"><feGaussianBlur stdDeviation="5"/></filter>${fiber}<linearGradient id="l" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="#fff" stop-opacity=".14"/><stop offset=".5" stop-color="#fff" stop-opacity="0"/><stop offset="1" stop-color="#000" stop-opacity=".16"/></linearGradient><clipPath id="p"><path d="${d}"/></clipPath><clipPath id="top"><rect x="${x}" y="${y}" width="${w}" height="320"/></clipPath></defs>${hasBackground ? `<rect width="100%" height="100%" fill="url(#g)"/>` : ""}<g transform="rotate(${lean} 400 500)"><path d="${d}" transform="translate(12 24)" fill="#5b5044" opacity=".32" filter="url(#s)"/><path d="${d}" transform="translate(3 6)" fill="#40382f" opacity=".34" filter="url(#s2)"/><g clip-path="url(#p)"><rect x="${x}" y="${y}" width="${w}" height="${h + 10}" fill="${paperColor}"/>${face}<path d="M${x + 30} ${tearY}H${x + w - 30}" stroke="${titleColor}" stroke-width="4" stroke-dasharray="2 13" stroke-linecap="round"/>${stub}<rect x="${x}" y="${y}" width="${w}" height="${h + 10}" filter="url(#paper)"/><rect x="${x}" y="${y}" width="${w}" height="${h + 10}" fill="url(#l)"/><path d="M${x} ${tearY + 3}H${x + w}" stroke="#000" stroke-opacity=".22" stroke-width="2"/></g></g></svg>`;
}
