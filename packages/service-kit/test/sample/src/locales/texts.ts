import { localeKeys } from '@coulisse/resource';
import * as resources from '../resources';

/** Every text that the sample's screens need; what they say does not matter. */
const texts = (language: string) =>
  Object.fromEntries(
    Object.values(resources).flatMap((one) => localeKeys(one).map((key) => [key, `${key} (${language})`])),
  );
export const locales = { fr: texts('fr'), en: texts('en') };
