import { Problem } from '../problem/problem';

/** The version in the `If-Match` header; null if it is absent or `*`. */
export function expectedVersion(header: string | undefined): number | null {
  if (header === undefined || header.trim() === '*') return null;
  const version = /^(?:W\/)?"(\d{1,9})"$/.exec(header.trim())?.[1];
  if (version === undefined) throw new Problem('record.changed');
  return Number(version);
}
/** The same for a change that must name the version that the caller read. */
export function requiredVersion(header: string | undefined): number | null {
  if (header === undefined) throw new Problem('request.precondition-required', { status: 428 });
  return expectedVersion(header);
}
