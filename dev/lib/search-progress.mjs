/**
 * Progress of a build of the search index, from its row.
 * @param {{ ranges: Record<string, { start: number, end: number }> | null, positions: Record<string, number> }} generation
 */
export function progressText({ ranges, positions }) {
  if (!ranges) return 'waiting for the service insights…';
  let [done, total] = [0, 0];
  for (const [partition, { start, end }] of Object.entries(ranges)) {
    total += end - start;
    done += Math.min(end, Math.max(start, positions[partition] ?? start)) - start;
  }
  const percent = total === 0 ? 100 : Math.floor((100 * done) / total);
  return `${done.toLocaleString('en')} of ${total.toLocaleString('en')} messages read (${percent} %)`;
}
