/** Browsers by a word of their user agents. Those that also contain the words of others are first. */
const BROWSERS = [
  ["Edg", "Edge"],
  ["OPR", "Opera"],
  ["FxiOS", "Firefox"],
  ["Firefox", "Firefox"],
  ["CriOS", "Chrome"],
  ["Chrome", "Chrome"],
  ["Safari", "Safari"],
] as const;
const SYSTEMS = ["Android", "iPhone", "iPad", "Windows", "Mac OS", "Linux"];

/** The names of the browser and system in the user agent. */
export function describeUserAgent(userAgent: string): string {
  const [, name] = BROWSERS.find(([word]) => userAgent.includes(word)) ?? ["", "Otro navegador"];
  const system = SYSTEMS.find((word) => userAgent.includes(word));
  return system ? `${name} en ${system}` : name;
}
