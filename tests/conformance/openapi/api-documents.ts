import { openApi } from '@coulisse/service-kit/http';
import type { Manifest } from '@coulisse/service-kit';
import { gatewayPaths } from '../../../gateway/src/joined/gateway-paths';
import { manifests } from '../parts-of-services';
import { serialise, summarise } from './summary';

/** Folder of the committed summaries. */
export const SUMMARIES = 'packages/contracts/openapi';
export const summaryPath = (part: string): string => `${SUMMARIES}/${part}.txt`;

/** Routes are only described: no database, no feature and no key is used. */
const context = {
  db: {},
  clients: {},
  config: { ENCRYPTION_KEY: Buffer.alloc(32), ENCRYPTION_OLD_KEYS: [] },
};

/** The OpenAPI document of a service, as the running service returns it. */
function documentOf(manifest: Manifest): Record<string, unknown> {
  const composed = manifest.compose?.({ get: () => ({}) } as never, context as never) ?? {};
  const modules = [...(manifest.modules ?? []), ...(composed.modules ?? [])];
  const routes = [
    ...(manifest.routes ?? []),
    ...(composed.routes ?? []),
    ...modules.flatMap((module) => module(context as never).routes ?? []),
  ];
  return openApi(`Coulisse ${manifest.name}`, routes);
}

/** The current summary of each part that serves HTTP, as text, by its name. */
export function currentSummaries(): Readonly<Record<string, string>> {
  const documents = [
    ...manifests.map((manifest) => [manifest.name, documentOf(manifest)] as const),
    ['gateway', { paths: gatewayPaths }] as const,
  ];
  return Object.fromEntries(documents.map(([name, document]) => [name, serialise(summarise(document))]));
}
