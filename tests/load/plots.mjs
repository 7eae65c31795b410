// node tests/load/plots.mjs   draws docs/growth/*.svg from the figures that the benchmark `growth` wrote there.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../dev/lib/settings.mjs';
import { drawLines } from './lib/line-chart.mjs';

const FOLDER = join(ROOT, 'docs/growth');
const line = (points, label, key) => ({
  label,
  points: points.map((point) => ({ x: point.x, y: point[key] })),
});

const results = JSON.parse(readFileSync(join(FOLDER, 'growth.json'), 'utf8'));
const charts = {
  seats: {
    title: 'A plan, by seats of the performance',
    xLabel: 'seats',
    yLabel: 'ms of processor time; kB sent',
    lines: [line(results.seats, 'ticketing, ms', 'cpuMs'), line(results.seats, 'sent, kB', 'kB')],
  },
  rows: {
    title: 'A list of 25 third parties, by rows of the tenant',
    xLabel: 'rows',
    yLabel: 'ms',
    lines: [line(results.rows, 'crm, processor time', 'cpuMs'), line(results.rows, 'median answer', 'p50')],
  },
  tenants: {
    title: 'The same list, by tenants of a thousand rows each',
    xLabel: 'tenants',
    yLabel: 'ms',
    lines: [
      line(results.tenants, 'crm, processor time', 'cpuMs'),
      line(results.tenants, 'median answer', 'p50'),
    ],
  },
  plans: {
    title: 'A change of a seat, by open plans of the performance',
    xLabel: 'open plans',
    yLabel: 'ms',
    lines: [
      line(results.plans, 'ticketing and gateway, processor time', 'cpuMs'),
      line(results.plans, 'seen, p99', 'p99'),
    ],
  },
};
for (const [name, chart] of Object.entries(charts))
  writeFileSync(join(FOLDER, `${name}.svg`), drawLines(chart));
