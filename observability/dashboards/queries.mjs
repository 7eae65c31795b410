// Queries that several dashboards share; those of the page of operations are the service's.
import { readFileSync } from 'node:fs';
import { URL } from 'node:url';
import { BUYER } from '../rules/objectives.mjs';

/** At least four scrapes of a collector that is asked once a minute. */
export const WINDOW = '5m';

export const rate = (series, by = '') => `sum${by && ` by (${by}) `}(rate(${series}[${WINDOW}]))`;
export const quantile = (share, metric, labels = '', by = '') =>
  `histogram_quantile(${share}, sum by (le${by && `, ${by}`}) (rate(${metric}_bucket{${labels}}[${WINDOW}])))`;
/** A counter that has no series before its first value. */
export const orZero = (expr) => `(${expr}) or vector(0)`;

const EDGE = 'coulisse_edge_request_duration_seconds';
export const edge = {
  metric: EDGE,
  buyer: `coulisse_route_class=~"${BUYER}"`,
  all: `${EDGE}_count`,
  buyers: `${EDGE}_count{coulisse_route_class=~"${BUYER}"}`,
  errors: `${EDGE}_count{coulisse_route_class=~"${BUYER}",http_response_status_code=~"5.."}`,
};

const FIGURES = JSON.parse(
  readFileSync(
    new URL('../../services/insights/src/features/operations/figures.json', import.meta.url),
    'utf8',
  ),
);
/** A figure or chart of the page of operations: the dashboards show the same. */
export function shared(view, name) {
  const { figures, charts } = FIGURES[view];
  const found = [...figures, ...charts].find((each) => each.name === name);
  if (!found) throw new Error(`the page of operations has no ${name} in ${view}`);
  return found.query;
}
