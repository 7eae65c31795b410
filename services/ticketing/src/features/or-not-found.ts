import { Problem } from '@coulisse/service-kit';

/** Returns the value, or throws 404 when it is null. */
export function orNotFound<T>(value: T | null): T {
  if (value === null) throw new Problem('http.404');
  return value;
}
