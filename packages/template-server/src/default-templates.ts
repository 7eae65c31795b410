import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Problem } from '@coulisse/service-kit/problem';
import {
  TEMPLATE_LOCALES,
  type ServedTemplate,
  type TemplateLocale,
  type TemplateSource,
} from './served-template';

/** The product's templates of a service, by kind and language. */
export type DefaultTemplates = ReadonlyMap<string, TemplateSource>;

const keyOf = (kind: string, locale: TemplateLocale): string => `${kind}.${locale}`;

/**
 * Reads `<kind>.<locale>.hbs`, or `<kind>.<locale>.mjml` with `<kind>.<locale>.subject.hbs`, of every kind in both
 * languages. A missing file stops the start of the service.
 */
export function readDefaults(folder: string, templates: readonly ServedTemplate[]): DefaultTemplates {
  const read = (name: string) => readFileSync(join(folder, name), 'utf8');
  const entries = templates.flatMap(({ kind }) =>
    TEMPLATE_LOCALES.map((locale): [string, TemplateSource] => {
      const key = keyOf(kind.name, locale);
      return kind.kind === 'mail'
        ? [key, { source: read(`${key}.mjml`), subject: read(`${key}.subject.hbs`).trim() }]
        : [key, { source: read(`${key}.hbs`), subject: null }];
    }),
  );
  return new Map(entries);
}

export function defaultOf(defaults: DefaultTemplates, kind: string, locale: TemplateLocale): TemplateSource {
  const found = defaults.get(keyOf(kind, locale));
  if (!found) throw new Problem('http.404');
  return found;
}
