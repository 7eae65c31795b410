import { Problem } from '@coulisse/service-kit';

/** What is there, or 404. */
export function found<T>(value: T | null): T {
  if (value === null) throw new Problem('http.404');
  return value;
}
