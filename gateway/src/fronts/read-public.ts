import { FRONT_THEATRE } from '@coulisse/contracts/own-host';
import { MissingRecord, type ReadPublic } from './public-pages';
import type { Target } from '../http/routes';

/** A page waits no longer: the browser can ask for its data itself. */
const TIMEOUT_MS = 1_500;

/** Reads what every visitor may read, from the service that the path belongs to. */
export const readPublic =
  (find: (path: string) => Target | undefined): ReadPublic =>
  async (path, language, theatre) => {
    const target = find(path);
    if (!target) throw new Error(`No service answers ${path}`);
    const response = await fetch(target.base + path, {
      headers: { 'accept-language': language, ...(theatre !== undefined && { [FRONT_THEATRE]: theatre }) },
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (response.status === 404) throw new MissingRecord(path);
    if (!response.ok) throw new Error(`${target.service} answered ${response.status} to ${path}`);
    return response.json();
  };
