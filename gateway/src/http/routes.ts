import type { Part } from '@coulisse/contracts';

/** Service that a path is forwarded to. */
export interface Target {
  service: string;
  base: string;
  /** What telemetry calls its requests. */
  route: string;
}

/**
 * Builds the look-up of the longest prefix. Prefixes match whole segments: `/b/api/crm` matches
 * `/b/api/crm/tiers` and not `/b/api/crmx`.
 */
export function routeTable(parts: readonly Part[], urls: Record<string, string>) {
  const byPrefix = new Map<string, Target>();
  for (const part of parts) {
    const base = urls[part.name];
    if (!base) continue;
    for (const prefix of part.prefixes) {
      const taken = byPrefix.get(prefix);
      if (taken) throw new Error(`${prefix} belongs to ${taken.service} and to ${part.name}`);
      byPrefix.set(prefix, { service: part.name, base, route: `${prefix}/*` });
    }
  }
  return (path: string): Target | undefined => {
    for (let end = path.length; end > 0; end = path.lastIndexOf('/', end - 1)) {
      const target = byPrefix.get(path.slice(0, end));
      if (target) return target;
    }
    return undefined;
  };
}

/**
 * The path of a request target, or undefined when it is ambiguous, that is when a service could read another path:
 * dot segments, empty segments, back-slashes, encoded separators or control characters.
 */
export function safePath(target: string): string | undefined {
  const end = target.search(/[?#]/);
  const path = end < 0 ? target : target.slice(0, end);
  if (!path.startsWith('/') || /\/\/|\\|%2f|%5c|%00/i.test(path)) return undefined;
  if (/(^|\/)(\.|%2e){1,2}(\/|$)/i.test(path)) return undefined;
  return path;
}
