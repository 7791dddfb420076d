/**
 * Returns a pseudorandom generator (mulberry32) of integers that are at least 0 and less than `below`. The same seed
 * gives the same numbers, so that every run sends the same requests.
 */
export function createSeededRandom(seed = 1): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let bits = Math.imul(state ^ (state >>> 15), state | 1);
    bits ^= bits + Math.imul(bits ^ (bits >>> 7), bits | 61);
    return Math.floor((((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32) * below);
  };
}
