// What each chart renders, committed: a change of the library shows in review what it changes of every part.
import { join } from 'node:path';
import { NO_DIGEST, PLATFORM_IMAGES, assembled, template } from './helm.mjs';
import { CHARTS, PLATFORM, UMBRELLA, chartedParts } from './parts.mjs';

export const GOLDENS = join(CHARTS, 'goldens');

/**
 * @param {string} [folder] of the charts with their dependencies
 * @returns {Promise<Map<string, string>>} rendered text by the name of its file
 */
export async function renderGoldens(folder = assembled()) {
  const rendered = new Map();
  for (const { name } of chartedParts()) {
    const values = { image: { digest: NO_DIGEST }, global: { secrets: { store: 'vault' } } };
    rendered.set(`${name}.yaml`, await template(join(folder, name), { values }));
  }
  const nothing = Object.fromEntries(chartedParts().map(({ name }) => [name, { enabled: false }]));
  rendered.set(`${UMBRELLA}.yaml`, await template(join(folder, UMBRELLA), { values: nothing }));
  rendered.set(
    'platform.yaml',
    await template(PLATFORM, { release: 'coulisse-platform', values: PLATFORM_IMAGES }),
  );
  return rendered;
}
