import { localeKeys } from '@coulisse/resource';
import * as resources from '../resources';

/** Generated texts for every key of the sample's resources; their content does not matter. */
const texts = (language: string) =>
  Object.fromEntries(
    Object.values(resources).flatMap((resource) =>
      localeKeys(resource).map((key) => [key, `${key} (${language})`]),
    ),
  );
export const locales = { fr: texts('fr'), en: texts('en') };
