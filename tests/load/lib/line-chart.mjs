// A line chart as an SVG text: a logarithmic scale to the right, a linear one upwards, both from the data.
import { scaleLinear, scaleLog } from 'd3-scale';
import { line } from 'd3-shape';

const [WIDTH, HEIGHT] = [640, 340];
const MARGIN = { top: 56, right: 24, bottom: 48, left: 64 };
/** Told apart by the form of the line too, not by colour alone. */
const STYLES = [
  { color: '#1f6f8b', dash: 'none' },
  { color: '#b4461f', dash: '6 4' },
];
const ESCAPES = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text) => String(text).replaceAll(/[&<>"]/g, (character) => ESCAPES[character]);
const number = (value) => value.toLocaleString('en', { maximumFractionDigits: 2 });

const text = (x, y, content, anchor = 'middle') =>
  `<text x="${x}" y="${y}" text-anchor="${anchor}">${escaped(content)}</text>`;

/**
 * @typedef {{ label: string, points: { x: number, y: number }[] }} Line
 * @param {{ title: string, xLabel: string, yLabel: string, lines: Line[] }} chart
 * @returns {string}
 */
export function drawLines({ title, xLabel, yLabel, lines }) {
  const points = lines.flatMap((each) => each.points);
  if (points.length === 0 || points.some(({ x, y }) => !(x > 0) || !(y >= 0)))
    throw new Error(`${title}: a chart needs positive numbers`);
  const xs = [...new Set(points.map(({ x }) => x))].sort((left, right) => left - right);
  const x = scaleLog([xs[0], xs.at(-1)], [MARGIN.left, WIDTH - MARGIN.right]);
  const highest = Math.max(...points.map((point) => point.y));
  const y = scaleLinear([0, highest || 1], [HEIGHT - MARGIN.bottom, MARGIN.top]).nice(5);
  const path = line(
    (point) => x(point.x),
    (point) => y(point.y),
  ).digits(1);
  const grid = y
    .ticks(5)
    .flatMap((tick) => [
      `<path d="M${MARGIN.left},${y(tick).toFixed(1)}H${WIDTH - MARGIN.right}" stroke="#d5d9dd"/>`,
      text(MARGIN.left - 8, (y(tick) + 4).toFixed(1), number(tick), 'end'),
    ]);
  const axis = xs.map((value) => text(x(value).toFixed(1), HEIGHT - MARGIN.bottom + 20, number(value)));
  const drawn = lines.flatMap(({ label, points: own }, index) => {
    const { color, dash } = STYLES[index % STYLES.length];
    const left = MARGIN.left + index * 280;
    return [
      `<path d="${path(own)}" fill="none" stroke="${color}" stroke-width="2" stroke-dasharray="${dash}"/>`,
      ...own.map(
        (point) =>
          `<circle cx="${x(point.x).toFixed(1)}" cy="${y(point.y).toFixed(1)}" r="3" fill="${color}"/>`,
      ),
      `<path d="M${left},40h24" stroke="${color}" stroke-width="2" stroke-dasharray="${dash}"/>`,
      text(left + 30, 44, label, 'start'),
    ];
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" font-family="sans-serif" font-size="12" fill="#22282e">`,
    `<title>${escaped(title)}</title>`,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="#fff"/>`,
    `<text x="${MARGIN.left}" y="22" font-size="15" font-weight="bold">${escaped(title)}</text>`,
    ...grid,
    ...axis,
    text((MARGIN.left + WIDTH - MARGIN.right) / 2, HEIGHT - 8, xLabel),
    `<text transform="translate(16 ${(MARGIN.top + HEIGHT - MARGIN.bottom) / 2}) rotate(-90)" text-anchor="middle">${escaped(yLabel)}</text>`,
    ...drawn,
    '</svg>',
    '',
  ].join('\n');
}
