/** Line icons of the check-in page alone, 24 × 24. */
export const CHECK_IN_ICONS = {
  camera: "M4 8h3l2-3h6l2 3h3v11H4zM12 16a3 3 0 1 0 0-6 3 3 0 0 0 0 6Z",
  light: "M13 3 6 13h5l-1 8 7-10h-5l1-8Z",
  pause: "M9 6v12M15 6v12",
  undo: "M9 14 4 9l5-5M4 9h10a6 6 0 0 1 0 12h-3",
  sync: "M20 11a8 8 0 0 0-14-4L4 9m0-5v5h5M4 13a8 8 0 0 0 14 4l2-2m0 5v-5h-5",
} as const;
