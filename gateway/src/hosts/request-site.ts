import type { IncomingMessage } from 'node:http';
import type { Site } from './own-hosts';

const sites = new WeakMap<object, Site>();

/** The edge finds the site of each request once; what answers it reads it here. */
export const rememberSite = (request: IncomingMessage, site: Site): void => void sites.set(request, site);

export const siteOfRequest = (request: object): Site | undefined => sites.get(request);

/** Origin of the page that a request belongs to. */
export const originOf = (request: object, publicOrigin: string): string =>
  sites.get(request)?.url.origin ?? publicOrigin;
