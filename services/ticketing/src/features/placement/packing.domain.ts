/** Sizes of the parties in each bin. */
export type Packing = number[][];

/** How many parties there are of each size. */
export type SizeCounts = ReadonlyMap<number, number>;

const sumOf = (sizes: readonly number[]): number => sizes.reduce((sum, size) => sum + size, 0);
export const packedTotal = (packing: Packing): number =>
  packing.reduce((sum, sizes) => sum + sumOf(sizes), 0);

/**
 * The sizes that fill a bin best, large ones first: the sums that can be reached with these sizes, each once per party
 * (bounded subset sum). `isAllowed` says whether so many seats may be left.
 */
export function fillBin(length: number, counts: SizeCounts, isAllowed: (left: number) => boolean): number[] {
  // The size by which a sum was first reached; 0 for one that cannot be reached.
  const by = new Int32Array(length + 1);
  for (const [size, count] of [...counts].sort(([a], [b]) => b - a)) {
    if (count === 0) continue;
    const used = new Int32Array(length + 1);
    for (let sum = size; sum <= length; sum++) {
      const before = sum - size;
      const isReached = by[sum] !== 0 || (before > 0 && by[before] === 0) || used[before]! >= count;
      if (isReached) continue;
      by[sum] = size;
      used[sum] = used[before]! + 1;
    }
  }
  for (let sum = length; sum > 0; sum--) {
    if (by[sum] === 0 || !isAllowed(length - sum)) continue;
    const sizes: number[] = [];
    for (let rest = sum; rest > 0; rest -= by[rest]!) sizes.push(by[rest]!);
    return sizes;
  }
  return [];
}

const change = (counts: Map<number, number>, sizes: readonly number[], by: 1 | -1): void => {
  for (const size of sizes) counts.set(size, (counts.get(size) ?? 0) + by);
};

/** Attempts without an improvement before a packing counts as good. */
const PATIENCE = 400;

/**
 * Packs parties into rows so that as many people as possible have a seat (a multiple knapsack). Rows are filled one
 * after the other; then two or three of them are emptied and filled anew, as long as nobody loses by it.
 */
export function packParties(
  lengths: readonly number[],
  sizes: readonly number[],
  isAllowed: (left: number, length: number) => boolean,
  random: () => number,
): Packing {
  const counts = new Map<number, number>();
  change(counts, sizes, 1);
  const packing: Packing = lengths.map(() => []);
  const fill = (bin: number): void => {
    const length = lengths[bin]!;
    packing[bin] = fillBin(length, counts, (left) => isAllowed(left, length));
    change(counts, packing[bin], -1);
  };
  lengths
    .map((_, bin) => bin)
    .sort((a, b) => lengths[a]! - lengths[b]!)
    .forEach(fill);
  const most = Math.min(sumOf(sizes), sumOf(lengths));
  let total = packedTotal(packing);
  for (let tries = 0; total < most && tries < PATIENCE && lengths.length > 1; tries++) {
    const bins = new Set<number>();
    const several = Math.min(lengths.length, 2 + Math.floor(random() * 2));
    while (bins.size < several) bins.add(Math.floor(random() * lengths.length));
    const before = [...bins].map((bin) => packing[bin]!);
    before.forEach((taken) => change(counts, taken, 1));
    // One party may leave: a row that is full can be filled in another way.
    const withheld = [...counts].filter(([, count]) => count > 0).map(([size]) => size);
    const withdrawn = random() < 0.5 ? withheld[Math.floor(random() * withheld.length)] : undefined;
    if (withdrawn !== undefined) change(counts, [withdrawn], -1);
    const order = [...bins];
    order.slice(0, -1).forEach(fill);
    if (withdrawn !== undefined) change(counts, [withdrawn], 1);
    fill(order.at(-1)!);
    const now = packedTotal(packing);
    if (now >= total) {
      if (now > total) tries = 0;
      total = now;
      continue;
    }
    order.forEach((bin, index) => {
      change(counts, packing[bin]!, 1);
      packing[bin] = before[index]!;
      change(counts, packing[bin], -1);
    });
  }
  return packing;
}
