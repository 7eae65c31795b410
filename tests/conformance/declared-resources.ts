import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { ResourceDefinition } from '@coulisse/resource';

const SERVICES = join(__dirname, '..', '..', 'services');

/** Every resource of every service, read from where it is declared. */
export async function declaredResources(): Promise<ResourceDefinition[]> {
  const resources: ResourceDefinition[] = [];
  for (const service of readdirSync(SERVICES)) {
    const folder = join(SERVICES, service, 'src', 'resources');
    const module = (await import(join(folder, 'index.ts'))) as Record<string, unknown>;
    for (const value of Object.values(module)) {
      const candidate = value as Partial<ResourceDefinition> | null;
      if (candidate && typeof candidate === 'object' && candidate.rights && candidate.fields)
        resources.push(candidate as ResourceDefinition);
    }
  }
  return resources;
}
