import { localeKeys, type ResourceDefinition } from '@coulisse/resource';
import * as resources from '../resources';

/** Generated texts for every key of the sample's resources; their content does not matter. */
const texts = (all: readonly ResourceDefinition[], language: string) =>
  Object.fromEntries(
    all.flatMap((resource) =>
      localeKeys(resource).map((key) => [key, `${key} (${language})${placeholders(resource, key)}`]),
    ),
  );
/** The fields that the body of a confirmation shows. */
function placeholders({ name, lifecycle }: ResourceDefinition, key: string): string {
  const [transition = ''] = key.startsWith(`${name}.action.`)
    ? key.slice(`${name}.action.`.length).split('.')
    : [];
  const confirm = lifecycle?.transitions[transition]?.confirm;
  return key.endsWith('.body') && Array.isArray(confirm)
    ? confirm.map((field) => ` {${field}}`).join('')
    : '';
}
export const textsOf = (all: readonly ResourceDefinition[]) => ({
  fr: texts(all, 'fr'),
  en: texts(all, 'en'),
});
export const locales = textsOf(Object.values(resources));
