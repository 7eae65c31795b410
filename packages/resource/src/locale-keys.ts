import type { Fields } from './field';
import type { ResourceDefinition } from './resource-definition';
import type { Locales, Texts } from './texts';

function fieldKeys(prefix: string, fields: Fields): string[] {
  return Object.entries(fields).flatMap(([name, { spec }]) => {
    const key = `${prefix}.${name}`;
    const values = spec.values ?? spec.of?.values ?? [];
    return [
      key,
      ...(spec.help ? [`${key}.help`] : []),
      ...values.map((value) => `${key}.${value}`),
      ...fieldKeys(key, spec.fields ?? {}),
    ];
  });
}

/** History actions for which the service has texts: `crm.tiers.history.merge`. */
export const historyActions = (name: string, texts: Texts): string[] => {
  const prefix = `${name}.history.`;
  return Object.keys(texts).flatMap((key) => (key.startsWith(prefix) ? [key.slice(prefix.length)] : []));
};

/** Keys of all texts that the screens of a resource need. A variant uses those of its base, except its own name. */
export function localeKeys(resource: ResourceDefinition): string[] {
  const { name, lifecycle, variantOf } = resource;
  if (variantOf) return [name, `${name}.plural`, `${name}.new`];
  const life = lifecycle
    ? [
        `${name}.state`,
        ...lifecycle.states.map((state) => `${name}.state.${state}`),
        ...Object.keys(lifecycle.transitions).map((transition) => `${name}.action.${transition}`),
      ]
    : [];
  return [name, `${name}.plural`, `${name}.new`, ...fieldKeys(name, resource.fields), ...life];
}

/** Keys missing in a language, as `fr: crm.tiers.name`. */
export const missingLocaleKeys = (
  resource: ResourceDefinition,
  { fr, en }: Locales = resource.texts,
): string[] =>
  localeKeys(resource).flatMap((key) => [
    ...(fr[key] ? [] : [`fr: ${key}`]),
    ...(en[key] ? [] : [`en: ${key}`]),
  ]);
