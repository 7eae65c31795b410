import type { Site } from './own-hosts';

const CALLS = /^\/(?:app-api|b\/api|health|mf)(?:\/|$)/;
const PORTAL = /^\/b(?:\/|$)/;
const HOME = /^\/(?:app\/?)?$/;

/**
 * Where a page leads instead of being shown: from a host that was given up to the present one, from the host of a theatre
 * to the staff portal of the installation, and from the list of all theatres to the page of the only one. Browsers keep
 * the fragment, so that links of old mails still open what their key names. Undefined: the request is answered here.
 */
export function redirectOf(site: Site, installation: Site, path: string, target: string): string | undefined {
  if (CALLS.test(path)) return undefined;
  if (site.movedTo !== undefined) return site.movedTo + target;
  if (!site.theatre) return undefined;
  if (PORTAL.test(path)) return installation.url.origin + target;
  if (HOME.test(path))
    return `/app/theatres/${encodeURIComponent(site.theatre.slug)}${target.slice(path.length)}`;
  return undefined;
}
