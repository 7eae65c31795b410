import type { Manifest } from '@coulisse/service-kit';
import { openApi } from '@coulisse/service-kit/http';
import { gatewayPaths } from '../../../gateway/src/joined/gateway-paths';
import { manifests, partsOf } from '../parts-of-services';
import { serialise, summarise } from './summary';

/** Folder of the committed summaries. */
export const SUMMARIES = 'packages/contracts/openapi';
export const summaryPath = (part: string): string => `${SUMMARIES}/${part}.txt`;

/** The OpenAPI document of a service, as the running service returns it. */
const documentOf = (manifest: Manifest): Record<string, unknown> =>
  openApi(`Coulisse ${manifest.name}`, partsOf(manifest).routes);

/** The current summary of each part that serves HTTP, as text, by its name. */
export function currentSummaries(): Readonly<Record<string, string>> {
  const documents = [
    ...manifests.map((manifest) => [manifest.name, documentOf(manifest)] as const),
    ['gateway', { paths: gatewayPaths }] as const,
  ];
  return Object.fromEntries(documents.map(([name, document]) => [name, serialise(summarise(document))]));
}
