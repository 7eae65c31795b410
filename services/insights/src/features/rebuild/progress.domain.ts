/** Stored messages of a partition, as the bus reports them. */
interface StoredOffsets {
  partition: number;
  low: string;
  high: string;
}

/** Offsets by partition: from the first stored message up to, but without, `end`. */
export type Ranges = Record<string, { start: number; end: number }>;
/** Next offset by partition. */
export type Positions = Record<string, number>;

export const rangesOf = (offsets: readonly StoredOffsets[]): Ranges =>
  Object.fromEntries(
    offsets
      .map(({ partition, low, high }) => [partition, { start: Number(low), end: Number(high) }] as const)
      .filter(([, { start, end }]) => end > start),
  );

export interface Progress {
  done: number;
  total: number;
}

/** Messages that were read, of those that existed when the build began. Compaction may have removed some of them. */
export function progressOf(ranges: Ranges, positions: Positions): Progress {
  const progress = { done: 0, total: 0 };
  for (const [partition, { start, end }] of Object.entries(ranges)) {
    progress.total += end - start;
    progress.done += Math.min(end, Math.max(start, positions[partition] ?? start)) - start;
  }
  return progress;
}
