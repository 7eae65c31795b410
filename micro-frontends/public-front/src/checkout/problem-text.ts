import type { TFunction } from 'i18next';
import { ApiProblem } from '../api/client';

/** The server's own words when it said any; ours for a lost connection. */
export function problemText(error: unknown, t: TFunction<'front'>): string {
  if (error instanceof ApiProblem && error.status === 0) return t('error.network');
  if (error instanceof ApiProblem && error.detail) return error.detail;
  return t('error.page.text');
}

/** The server's words for each field that it refuses, by the last part of its pointer. */
export function problemFields(error: unknown): Map<string, string> {
  if (!(error instanceof ApiProblem)) return new Map();
  return new Map(error.errors.map(({ pointer, detail }) => [pointer.split('/').pop() ?? '', detail]));
}
