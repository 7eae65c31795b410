// The parts of a Grafana dashboard: what is drawn is described in `dashboards.mjs`, how it is written is decided here.

const SOURCE = { type: 'prometheus', uid: '${datasource}' };
const COLUMNS = 24;
const HEIGHT = { stat: 4, timeseries: 8, table: 8 };

/** Grafana's names of units. */
const UNITS = {
  seconds: 's',
  ratio: 'percentunit',
  bytes: 'bytes',
  perSecond: 'reqps',
  count: 'short',
};

/**
 * @typedef {object} Panel
 * @property {string} title
 * @property {'stat' | 'timeseries' | 'table'} type
 * @property {keyof typeof UNITS} unit
 * @property {{ expr: string, legend?: string }[]} queries
 * @property {number} [width] of 24 columns
 * @property {string} [description]
 */

/** A figure. @returns {Panel} */
export const figure = (title, unit, expr, overrides = {}) => ({
  title,
  type: 'stat',
  unit,
  queries: [{ expr }],
  width: 4,
  ...overrides,
});

/**
 * Lines over time; a query is a text, or a text with the legend of its lines.
 * @param {(string | [string, string])[]} queries @returns {Panel}
 */
export const lines = (title, unit, queries, overrides = {}) => ({
  title,
  type: 'timeseries',
  unit,
  queries: queries.map((query) =>
    Array.isArray(query) ? { expr: query[0], legend: query[1] } : { expr: query },
  ),
  width: 12,
  ...overrides,
});

/** Places panels from left to right, in rows. */
function placed(panels) {
  let [x, y, rowHeight] = [0, 0, 0];
  return panels.map((panel, index) => {
    const { title, type, unit, queries, width, description } = panel;
    const h = HEIGHT[type];
    if (x + width > COLUMNS) [x, y, rowHeight] = [0, y + rowHeight, 0];
    const gridPos = { x, y, w: width, h };
    x += width;
    rowHeight = Math.max(rowHeight, h);
    return {
      id: index + 1,
      type,
      title,
      ...(description && { description }),
      gridPos,
      datasource: SOURCE,
      fieldConfig: { defaults: { unit: UNITS[unit], ...(unit !== 'ratio' && { min: 0 }) }, overrides: [] },
      options: type === 'timeseries' ? { legend: { displayMode: 'list', placement: 'bottom' } } : {},
      targets: queries.map(({ expr, legend }, at) => ({
        refId: String.fromCharCode(65 + at),
        datasource: SOURCE,
        expr,
        legendFormat: legend ?? '__auto',
      })),
    };
  });
}

/** @param {{ uid: string, title: string, panels: Panel[], tags?: string[] }} dashboard */
export const dashboard = ({ uid, title, panels, tags = [] }) => ({
  uid: `coulisse-${uid}`,
  title: `Coulisse / ${title}`,
  tags: ['coulisse', ...tags],
  schemaVersion: 39,
  editable: false,
  timezone: 'browser',
  time: { from: 'now-3h', to: 'now' },
  refresh: '30s',
  templating: {
    list: [{ name: 'datasource', type: 'datasource', query: 'prometheus', label: 'Data source' }],
  },
  panels: placed(panels),
});
