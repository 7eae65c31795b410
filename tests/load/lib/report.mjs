// What a benchmark prints: a table, then whether each goal is met.
const number = (value, digits = 1) =>
  value === null || Number.isNaN(value) ? '–' : value.toLocaleString('en', { maximumFractionDigits: digits });

/** Prints rows of cells under headings, numbers to the right. */
export function table(headings, rows) {
  const cells = rows.map((row) =>
    row.map((cell) => (typeof cell === 'number' || cell === null ? number(cell) : cell)),
  );
  const widths = headings.map((heading, index) =>
    Math.max(heading.length, ...cells.map((row) => row[index].length)),
  );
  const line = (row) =>
    row.map((cell, index) => (index ? cell.padStart(widths[index]) : cell.padEnd(widths[index]))).join('  ');
  console.log(
    [line(headings), widths.map((width) => '-'.repeat(width)).join('  '), ...cells.map(line)].join('\n'),
  );
}

/** The table of rounds that took turns. */
export const ratesTable = (medians) =>
  table(
    ['', 'requests/s', 'p50 ms', 'p99 ms', 'CPU ms/request'],
    Object.entries(medians).map(([name, { rate, p50, p99, cpuMs }]) => [
      name,
      rate,
      p50,
      p99,
      number(cpuMs, 2),
    ]),
  );

/**
 * A goal, met or missed.
 * @param {string} label @param {number} value @param {'at least' | 'at most'} side @param {number} limit
 */
export function goal(label, value, side, limit) {
  const isMet = side === 'at least' ? value >= limit : value <= limit;
  return {
    label,
    isMet,
    text: `${isMet ? 'pass' : 'FAIL'}  ${label}: ${number(value, 2)} (${side} ${number(limit, 2)})`,
  };
}
