/** The SVG paths of icons that only few screens show. They are in this file so that other screens do not load them. */
export const SHARE = "M12 15V4m-4 4 4-4 4 4M5 12v8h14v-8";
export const DOWNLOAD = "M12 4v11m-4-4 4 4 4-4M5 20h14";
export const COPY = "M9 9h11v11H9zM5 15H4V4h11v1";
export const CALENDAR = "M4 6h16v14H4zm0 5h16M8 3v5m8-5v5";
export const MAP_PIN = "M12 21c-4-5-6-8-6-11a6 6 0 0 1 12 0c0 3-2 6-6 11Zm0-9a2 2 0 1 0 0-4 2 2 0 0 0 0 4Z";
export const HEART = "M12 20C6 15.5 3 12.4 3 8.8A4.8 4.8 0 0 1 12 6.5a4.8 4.8 0 0 1 9 2.3c0 3.6-3 6.7-9 11.2Z";
