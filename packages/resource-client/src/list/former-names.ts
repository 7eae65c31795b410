import type { ResourceDescriptor } from '@coulisse/mfe-kit';

/** Parameters whose values name fields. */
const NAMING = /^(sort|columns|by|filter)$/;

/** The parameters of a list with the names that its fields have today: a bookmark may be older than they are. */
export const withCurrentNames = (
  params: URLSearchParams,
  { fields }: Pick<ResourceDescriptor, 'fields'>,
): URLSearchParams => {
  const words = (text: string) =>
    text
      .split(/\b/)
      .map((word) => fields.find(({ formerly }) => formerly === word)?.name ?? word)
      .join('');
  return new URLSearchParams(
    [...params].map(([key, value]) => [words(key), NAMING.test(key) ? words(value) : value]),
  );
};
