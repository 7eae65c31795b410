import type { TFunction } from 'i18next';
import { ApiProblem } from '../api/client';

/** The server's error text if there is one; our own for a lost connection. */
export function problemText(error: unknown, t: TFunction<'front'>): string {
  if (error instanceof ApiProblem && error.status === 0) return t('error.network');
  if (error instanceof ApiProblem && error.detail) return error.detail;
  return t('error.page.text');
}

/** The server's error text of each field, by the last part of its pointer. */
export function problemFields(error: unknown): Map<string, string> {
  if (!(error instanceof ApiProblem)) return new Map();
  return new Map(error.errors.map(({ pointer, detail }) => [pointer.split('/').pop() ?? '', detail]));
}
