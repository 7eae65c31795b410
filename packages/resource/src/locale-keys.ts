import type { Fields } from './field';
import type { ResourceDefinition } from './resource';

/** Flat texts of one language: `crm.tiers.name` → `Nom`. */
export type Texts = Readonly<Record<string, string>>;

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

/** Actions of a resource's history that its service has words for: `crm.tiers.history.merge`. */
export const historyActions = (name: string, texts: Texts): string[] => {
  const prefix = `${name}.history.`;
  return Object.keys(texts).flatMap((key) => (key.startsWith(prefix) ? [key.slice(prefix.length)] : []));
};

/** Every text that the screens of a resource need. A variant has those of its base, but for its own name. */
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

/** Keys that a language lacks, as `fr: crm.tiers.name`. */
export const missingLocaleKeys = (resource: ResourceDefinition, fr: Texts, en: Texts): string[] =>
  localeKeys(resource).flatMap((key) => [
    ...(fr[key] ? [] : [`fr: ${key}`]),
    ...(en[key] ? [] : [`en: ${key}`]),
  ]);
