// What the charts render, as objects: once per process.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';
import { CACHE_DIR, ROOT } from '../../../dev/lib/settings.mjs';
import {
  OPERATOR_APIS,
  PLATFORM_IMAGES,
  assembleCharts,
  completeValues,
  template,
} from '../../../tools/charts/helm.mjs';
import { PLATFORM, UMBRELLA, chartedParts } from '../../../tools/charts/parts.mjs';

export const partNames = chartedParts().map(({ name }) => name);
export const documentsOf = (text) =>
  parseAllDocuments(text)
    .map((document) => document.toJS())
    .filter(Boolean);

/** A folder of this process: test files run side by side. */
const FOLDER = join(CACHE_DIR, `charts-${process.pid}`);
process.once('exit', () => rmSync(FOLDER, { recursive: true, force: true }));
let assembled;
export const chartFolder = (name = UMBRELLA) => join((assembled ??= assembleCharts(FOLDER)), name);

/** The whole product. */
export const umbrellaText = (options = {}) =>
  template(chartFolder(), { values: completeValues(partNames), ...options });
export const umbrella = async (options) => documentsOf(await umbrellaText(options));

export const environmentFile = (environment, file = 'values.yaml') =>
  join(ROOT, 'k8s/environments', environment, file);
export const platformText = (options = {}) =>
  template(PLATFORM, {
    release: 'coulisse-platform',
    values: PLATFORM_IMAGES,
    apis: OPERATOR_APIS,
    ...options,
  });
export const platform = async (options) => documentsOf(await platformText(options));

export const ofKind = (documents, kind) => documents.filter((document) => document.kind === kind);
export const named = (documents, kind, name) =>
  ofKind(documents, kind).find(({ metadata }) => metadata.name === name);
