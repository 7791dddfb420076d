/**
 * The key under which calls of an IP address are limited: an IPv4 address, or the /64 network of an IPv6 address, which
 * one household usually has.
 */
export function ipKey(ip: string): string {
  if (!ip.includes(":")) return ip;
  const [head = "", tail] = ip.toLowerCase().split("%", 1)[0]!.split("::", 2);
  const leadingGroups = head === "" ? [] : head.split(":");
  const trailingGroups = tail === undefined || tail === "" ? [] : tail.split(":");
  const zeros =
    tail === undefined
      ? []
      : Array.from({ length: Math.max(0, 8 - leadingGroups.length - trailingGroups.length) }, () => "0");
  return `${[...leadingGroups, ...zeros, ...trailingGroups]
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ""))
    .join(":")}::/64`;
}
