import type { Consumer } from '../events/types';
import type { Manifest, Service } from './manifest';

/** Declares a service; `runService` starts it. */
export function defineService(manifest: Manifest): Service {
  assertDistinctConsumers(manifest.name, manifest.consumers ?? []);
  return { manifest };
}

/** Throws if two consumers have the same name: they would share a consumer group and its inbox. */
export function assertDistinctConsumers(service: string, consumers: readonly Consumer[]): void {
  const groups = consumers.map((consumer) => consumer.name);
  const repeated = groups.find((group, index) => groups.indexOf(group) !== index);
  if (repeated) throw new Error(`two consumers of ${service} are both named ${repeated}`);
}
