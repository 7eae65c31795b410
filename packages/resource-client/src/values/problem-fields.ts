import type { FieldProblem } from '@coulisse/mfe-kit';

/** Errors by path in the body: `email`, `addresses/0/city`. */
export type FieldErrors = Readonly<Record<string, string>>;

export const fieldErrors = (problems: readonly FieldProblem[]): FieldErrors =>
  Object.fromEntries(problems.map(({ pointer, detail, code }) => [placeOf(pointer), detail || code]));

/** RFC 6901: `~1` stands for a slash, `~0` for a tilde. */
const placeOf = (pointer: string): string =>
  pointer
    .replace(/^#?\//, '')
    .split('/')
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .join('/');

/** Separates the errors of fields on the screen from the others, which must be shown elsewhere. */
export const splitErrors = (
  errors: FieldErrors,
  shownNames: readonly string[],
): { shown: [string, string][]; elsewhere: [string, string][] } => {
  const shownFields = new Set(shownNames);
  const shown: [string, string][] = [];
  const elsewhere: [string, string][] = [];
  for (const [place, detail] of Object.entries(errors))
    (shownFields.has(place.split('/')[0] ?? '') ? shown : elsewhere).push([place, detail]);
  return { shown, elsewhere };
};

/** Removes the errors of a field, and of the fields under it, as soon as it is edited. */
export const withoutErrorsOf = (errors: FieldErrors, place: string): FieldErrors =>
  Object.fromEntries(
    Object.entries(errors).filter(([other]) => other !== place && !other.startsWith(`${place}/`)),
  );

export const inputId = (place: string): string => `field-${place.replaceAll('/', '-')}`;
