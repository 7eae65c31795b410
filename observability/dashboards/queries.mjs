// Queries that several dashboards, and the page of operations, share.
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
/** Part of the requests of buyers that were answered without an error of ours. */
export const availability = `1 - (${rate(edge.errors)} or vector(0)) / ${rate(edge.buyers)}`;
