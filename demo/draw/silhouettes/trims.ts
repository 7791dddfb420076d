import { mirroredLine, band, circle, mirror, rectangle, mirroredOutline } from "../path.ts";
import type { Part, Role } from "../part.ts";
import type { FabricName } from "../fabric.ts";
import type { Cut, SleeveCut, Side } from "./torso.ts";

export function buttons(points: [number, number][], radius = 6.4, role: Role = "trim"): Part {
  const holes = points
    .map(
      ([x, y]) =>
        `${circle(x - 1.9, y - 1.9, 0.9)}${circle(x + 1.9, y - 1.9, 0.9)}${circle(x - 1.9, y + 1.9, 0.9)}${circle(x + 1.9, y + 1.9, 0.9)}`,
    )
    .join("");
  return {
    d: points.map(([x, y]) => circle(x, y, radius)).join(""),
    role,
    fabric: "hard",
    puff: 0,
    rim: 3,
    lift: 0.45,
    isPlain: true,
    inks: [{ d: holes, color: "#2e2a26", opacity: 0.75 }],
  };
}

export const rivets = (points: [number, number][], radius = 4): Part => ({
  d: points.map(([x, y]) => circle(x, y, radius)).join(""),
  role: "metal",
  fabric: "hard",
  puff: 0,
  rim: 3.4,
  lift: 0.3,
  isPlain: true,
});

/** A zipper from height `y0` to `y1`: tape, teeth, slider and pull. */
export function zipper(y0: number, y1: number, x = 400): Part[] {
  return [
    {
      d: rectangle(x - 11, y0, 22, y1 - y0),
      role: "accent",
      fabric: "twill",
      puff: 0,
      rim: 1.5,
      lift: 0.25,
      isPlain: true,
      wrinkleFactor: 0,
    },
    {
      d: rectangle(x - 4.5, y0 + 2, 9, y1 - y0 - 4),
      role: "metal",
      fabric: "zip",
      puff: 0,
      rim: 1.5,
      lift: 0.15,
      isPlain: true,
    },
    {
      d: `M${x - 6} ${y0 + 2}L${x + 6} ${y0 + 2}L${x + 7} ${y0 + 18}L${x - 7} ${y0 + 18}Z`,
      role: "metal",
      fabric: "hard",
      puff: 0,
      lift: 0.4,
      isPlain: true,
    },
    {
      d: `M${x - 3} ${y0 + 16}L${x + 3} ${y0 + 16}L${x + 5} ${y0 + 44}Q${x} ${y0 + 50} ${x - 5} ${y0 + 44}Z`,
      role: "metal",
      fabric: "hard",
      puff: 0,
      lift: 0.5,
      isPlain: true,
    },
  ];
}

/** The turned-down collar of shirts. `spread` moves the tips outwards, `size` multiplies their length. */
export function shirtCollar(
  cut: Cut,
  side: Side,
  o: { size?: number; spread?: number; role?: Role; fabric?: FabricName } = {},
): Part[] {
  const { neckX: nx, neckY: ny } = cut,
    front = cut.frontNeckY - 6,
    size = o.size ?? 1,
    spread = o.spread ?? 0,
    role = o.role ?? "main";
  const sharedProps = { role, fabric: o.fabric, puff: 0.3, rim: 3, wrinkleFactor: 0.35 } satisfies Partial<Part>;
  if (side === "back")
    return [
      {
        ...sharedProps,
        lift: 0.7,
        d: mirroredOutline(
          `M400 ${ny - 30}C${nx - 42} ${ny - 30} ${nx - 10} ${ny - 24} ${nx - 2} ${ny - 12}C${nx + 6} ${ny - 2} ${nx + 16} ${ny + 12} ${nx + 19} ${ny + 26}C${nx - 20} ${ny + 40} ${nx - 44} ${ny + 44} 400 ${ny + 44}`,
        ),
        stitches: [mirroredLine(`M400 ${ny + 38}C${nx - 44} ${ny + 38} ${nx - 20} ${ny + 34} ${nx + 14} ${ny + 21}`)],
      },
    ];
  const tipX = 400 + 56 + spread,
    tipY = front + 58 * size;
  const leaf = `M401 ${front + 2}C${400 + 22} ${front - 12} ${nx - 14} ${ny + 16} ${nx - 6} ${ny - 12}L${nx + 2} ${ny - 16}C${nx + 12} ${ny - 2} ${nx + 20} ${ny + 18} ${nx + 17} ${ny + 44}C${nx + 12} ${ny + 66} ${tipX + 12} ${tipY - 20} ${tipX} ${tipY}Q${tipX - 4} ${tipY + 2} ${tipX - 8} ${tipY - 3}Z`;
  const edge = `M${405} ${front + 9}L${tipX - 3} ${tipY - 7}C${tipX + 8} ${tipY - 24} ${nx + 7} ${ny + 66} ${nx + 12} ${ny + 44}`;
  return [
    {
      d: mirroredOutline(
        `M400 ${ny - 30}C${nx - 36} ${ny - 30} ${nx - 8} ${ny - 26} ${nx} ${ny - 12}C${nx - 10} ${ny + 18} ${400 + 24} ${front - 8} 400 ${front + 4}`,
      ),
      isInside: true,
      puff: 0.3,
      lift: 0.2,
      role,
    },
    {
      d: rectangle(382, ny - 12, 36, 22),
      role: "label",
      fabric: "satin",
      puff: 0,
      rim: 1,
      lift: 0.2,
      isPlain: true,
      inks: [{ d: `M389 ${ny - 3}L411 ${ny - 3}M393 ${ny + 3}L407 ${ny + 3}`, color: "#8a8478", width: 1.6 }],
    },
    { ...sharedProps, d: mirror(leaf), lift: 0.75, stitches: [mirror(edge)], grain: -30 },
    { ...sharedProps, d: leaf, lift: 0.75, stitches: [edge], grain: 30 },
  ];
}

/** Button band along the axis with its buttons. */
export function placket(y0: number, y1: number, o: { buttonCount: number; firstOffset: number }): Part[] {
  const half = 14,
    step = (y1 - y0 - o.firstOffset - 60) / Math.max(1, o.buttonCount - 1);
  const points = Array.from({ length: o.buttonCount }, (_, i): [number, number] => [
    400,
    y0 + o.firstOffset + i * step,
  ]);
  return [
    {
      d: rectangle(400 - half, y0, half * 2, y1 - y0),
      role: "main",
      puff: 0.06,
      rim: 2.2,
      lift: 0.35,
      wrinkleFactor: 0.7,
      stitches: [`M${404 - half} ${y0}L${404 - half} ${y1}`, `M${396 + half} ${y0}L${396 + half} ${y1}`],
    },
    buttons(points),
  ];
}

export function ribHem(cut: Cut, height: number, role: Role = "accent", fabric: FabricName = "rib"): Part {
  const y = cut.hemY - height,
    x = cut.hemX;
  return {
    d: mirroredOutline(
      `M400 ${y + cut.hemDrop}C${400 + (x - 400) * 0.35} ${y + cut.hemDrop} ${x - 60} ${y + cut.hemDrop * 0.8} ${x + 1} ${y - 2}C${x} ${y + height * 0.4} ${x - 6} ${y + height * 0.7} ${x - 12} ${cut.hemY}C${x - 70} ${cut.hemY + cut.hemDrop} ${400 + (x - 400) * 0.35} ${cut.hemY + cut.hemDrop} 400 ${cut.hemY + cut.hemDrop}`,
    ),
    role,
    fabric,
    isPlain: true,
    puff: 0.35,
    rim: 3.4,
    lift: 0.35,
    wrinkleFactor: 0.5,
  };
}

export function ribCuffs(s: SleeveCut, height: number, role: Role = "accent", fabric: FabricName = "rib"): Part[] {
  const mx = (s.outerX + s.innerX) / 2,
    my = (s.outerY + s.innerY) / 2;
  const lean = s.outerY > 560 ? 0.02 : 0.45,
    up = height,
    ox = s.outerX - lean * up,
    ix = s.innerX - lean * up;
  const tilt = s.outerY > 560 ? 0 : 0.1;
  const d = `M${ox + 2} ${s.outerY - up}Q${mx - lean * up} ${my - up + 6} ${ix - 2} ${s.innerY - up * (1 + tilt)}L${s.innerX + 4} ${s.innerY}Q${mx} ${my + 7} ${s.outerX - 4} ${s.outerY}Z`;
  const sharedProps = {
    role,
    fabric,
    isSleeve: true,
    isPlain: true,
    puff: 0.35,
    rim: 3,
    lift: 0.35,
    wrinkleFactor: 0.4,
  } satisfies Partial<Part>;
  return [
    { ...sharedProps, d: mirror(d), grain: s.outerY > 560 ? 0 : 26 },
    { ...sharedProps, d, grain: s.outerY > 560 ? 0 : -26 },
  ];
}

/** A cord along each line. */
export function cords(lines: string[], width = 6): Part[] {
  return [
    {
      d: lines.map((d) => band(d, width)).join(""),
      role: "cord",
      fabric: "rib",
      puff: 0.1,
      rim: 3,
      lift: 0.5,
      isPlain: true,
      wrinkleFactor: 0,
    },
  ];
}

/** A patch pocket, optionally with flap. */
export function patchPocket(
  x: number,
  y: number,
  w: number,
  h: number,
  o: { hasFlap?: boolean; pointDepth?: number; role?: Role; lift?: number } = {},
): Part[] {
  const p = o.pointDepth ?? 10,
    d = `M${x} ${y}L${x + w} ${y}L${x + w - 1} ${y + h - 8}Q${x + w - 2} ${y + h - 2} ${x + w - 10} ${y + h}L${x + w / 2} ${y + h + p}L${x + 10} ${y + h}Q${x + 2} ${y + h - 2} ${x + 1} ${y + h - 8}Z`;
  const parts: Part[] = [
    {
      d,
      role: o.role,
      puff: 0.14,
      rim: 2.6,
      lift: o.lift ?? 0.4,
      wrinkleFactor: 0.6,
      stitches: [
        `M${x + 5} ${y + 2}L${x + 5} ${y + h - 10}Q${x + 6} ${y + h - 6} ${x + 12} ${y + h - 5}L${x + w / 2} ${y + h + p - 6}L${x + w - 12} ${y + h - 5}Q${x + w - 6} ${y + h - 6} ${x + w - 5} ${y + h - 10}L${x + w - 5} ${y + 2}`,
        `M${x + 2} ${y + 12}L${x + w - 2} ${y + 12}`,
      ],
    },
  ];
  if (o.hasFlap)
    parts.push({
      d: `M${x - 4} ${y - 6}L${x + w + 4} ${y - 6}L${x + w + 3} ${y + 20}L${x + w / 2} ${y + 36}L${x - 3} ${y + 20}Z`,
      role: o.role,
      puff: 0.14,
      rim: 2.8,
      lift: 0.55,
      wrinkleFactor: 0.5,
      stitches: [`M${x} ${y - 2}L${x + 1} ${y + 17}L${x + w / 2} ${y + 31}L${x + w - 1} ${y + 17}L${x + w} ${y - 2}`],
    });
  return parts;
}
