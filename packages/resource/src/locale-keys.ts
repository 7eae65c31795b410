import { behaviourOf } from './children';
import type { Fields } from './field';
import { namedRightKeys } from './grants';
import { isManual } from './resource';
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
      ...Object.keys(behaviourOf(spec).lifecycle?.transitions ?? {}).map(
        (transition) => `${key}.action.${transition}`,
      ),
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
        ...Object.entries(lifecycle.transitions).flatMap(([transition, declared]) => {
          const key = `${name}.action.${transition}`;
          const { confirm } = declared;
          // Nobody fills in what the system passes to its own transitions.
          const input = isManual(declared) ? (declared.input ?? {}) : {};
          // The body of the confirmation names fields of the record.
          const body = Array.isArray(confirm) ? [`${key}.body`] : [];
          return [key, ...body, ...fieldKeys(`${key}.input`, input)];
        }),
      ]
    : [];
  const own = [name, `${name}.plural`, `${name}.new`, ...fieldKeys(name, resource.fields)];
  return [...own, ...life, ...namedRightKeys(resource)];
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
