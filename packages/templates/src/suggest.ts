/** Number of insertions, deletions and replacements between two words; `limit` and above are all `limit`. */
function editDistance(left: string, right: string, limit: number): number {
  if (Math.abs(left.length - right.length) >= limit) return limit;
  let previous = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (let row = 1; row <= left.length; row++) {
    const current = [row];
    for (let column = 1; column <= right.length; column++) {
      const replaced = previous[column - 1]! + (left[row - 1] === right[column - 1] ? 0 : 1);
      current.push(Math.min(replaced, previous[column]! + 1, current[column - 1]! + 1));
    }
    previous = current;
  }
  return Math.min(previous[right.length]!, limit);
}

/** The nearest of several names, unless none is near. */
export function nearest(name: string, candidates: readonly string[]): string | null {
  const limit = Math.min(4, Math.ceil(name.length / 2) + 1);
  const lower = name.slice(0, 60).toLowerCase();
  const ranked = candidates
    .map((candidate) => ({ candidate, distance: editDistance(lower, candidate.toLowerCase(), limit) }))
    .filter(({ distance }) => distance < limit)
    .sort((left, right) => left.distance - right.distance);
  return ranked[0]?.candidate ?? null;
}
