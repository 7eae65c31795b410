import type { Manifest, Service } from './types';

/** Declares a service; nothing runs before `runService`. */
export function defineService(manifest: Manifest): Service {
  const groups = (manifest.consumers ?? []).map((consumer) => consumer.name);
  const repeated = groups.find((group, index) => groups.indexOf(group) !== index);
  if (repeated) throw new Error(`two consumers of ${manifest.name} are both named ${repeated}`);
  return { manifest };
}
