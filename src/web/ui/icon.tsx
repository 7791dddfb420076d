const PATHS = {
  bag: "M6 8h12l1 12H5L6 8Zm3 0V6a3 3 0 0 1 6 0v2",
  search: "M11 18a7 7 0 1 0 0-14 7 7 0 0 0 0 14Zm5-2 4 4",
  menu: "M4 7h16M4 12h16M4 17h16",
  close: "m6 6 12 12M18 6 6 18",
  check: "m5 12 5 5 9-10",
  chevron: "m9 6 6 6-6 6",
  filter: "M4 6h16M7 12h10M10 18h4",
  truck: "M3 6h11v10H3zm11 4h4l3 3v3h-7M7 19a2 2 0 1 0 0-4 2 2 0 0 0 0 4Zm10 0a2 2 0 1 0 0-4 2 2 0 0 0 0 4Z",
  info: "M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18Zm0-10v6m0-9v.01",
  clock: "M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18Zm0-14v5l3 2",
  chat: "M21 12a8 8 0 0 1-8 8H4l1.6-3.2A8 8 0 1 1 21 12ZM9 12v.01m4-.01v.01m4-.01v.01",
  tag: "M4 12V4h8l8 8-8 8-8-8Zm4-4v.01",
  plus: "M12 5v14M5 12h14",
  minus: "M5 12h14",
  pause: "M9 6v12M15 6v12",
  play: "M8 5v14l11-7L8 5Z",
} as const;

export type IconName = keyof typeof PATHS;

/** A line icon, drawn on a grid of 24 × 24. It is decorative: the text beside it has the same meaning. */
export function Icon({ name, className }: { name: IconName; className?: string }) {
  return <PathIcon path={PATHS[name]} className={className} />;
}

/** Like `Icon`, for shapes that few screens use (icon-paths.ts). */
export function PathIcon({ path, className = "size-5" }: { path: string; className?: string }) {
  return (
    <svg
      aria-hidden
      viewBox="0 0 24 24"
      className={className}
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d={path} />
    </svg>
  );
}
