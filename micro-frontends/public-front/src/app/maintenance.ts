import type { Theatre } from '../api/types';

/** Thrown by pages that sell, of a theatre under maintenance; its page is shown instead. */
export class UnderMaintenance extends Error {
  constructor(readonly theatre: Theatre) {
    super('under maintenance');
  }
}

const PREVIEW = 'preview';

/** The staff see the pages all the same, in a tab that was opened with `?preview`. It hides no secret. */
function isPreview(): boolean {
  if (new URLSearchParams(location.search).has(PREVIEW)) sessionStorage.setItem(PREVIEW, '');
  return sessionStorage.getItem(PREVIEW) !== null;
}

export function checkOpen(theatre: Theatre | undefined): void {
  if (theatre?.site?.maintenance !== undefined && !isPreview()) throw new UnderMaintenance(theatre);
}
