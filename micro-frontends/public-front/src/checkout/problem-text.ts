import type { TFunction } from 'i18next';
import { ApiProblem } from '../api/client';

/** The server's own words when it said any; ours for a lost connection. */
export function problemText(error: unknown, t: TFunction<'front'>): string {
  if (error instanceof ApiProblem && error.status === 0) return t('error.network');
  if (error instanceof ApiProblem && error.detail) return error.detail;
  return t('error.page.text');
}
