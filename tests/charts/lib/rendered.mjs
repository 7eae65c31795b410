// What the charts render, as objects: once per process.
import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';
import { ROOT } from '../../../dev/lib/settings.mjs';
import {
  OPERATOR_APIS,
  PLATFORM_IMAGES,
  assembled,
  completeValues,
  template,
} from '../../../tools/charts/helm.mjs';
import { PLATFORM, UMBRELLA, chartedParts } from '../../../tools/charts/parts.mjs';

export const partNames = chartedParts().map(({ name }) => name);
export const documentsOf = (text) =>
  parseAllDocuments(text)
    .map((document) => document.toJS())
    .filter(Boolean);

let folder;
export const chartFolder = (name = UMBRELLA) => join((folder ??= assembled()), name);

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
