import { DEFAULT_TIME_ZONE } from '@coulisse/contracts';
import type { Actor } from '@coulisse/service-kit/actor';
import type { Tx } from '@coulisse/service-kit/database';
import type { DataOf, KeywordTree, TemplateKind } from '@coulisse/templates';

/** Languages in which a service has templates. */
export const TEMPLATE_LOCALES = ['fr', 'en'] as const;
export type TemplateLocale = (typeof TEMPLATE_LOCALES)[number];

/** A kind of template that a service offers to its tenants. */
export interface ServedTemplate<T extends KeywordTree = KeywordTree> {
  readonly kind: TemplateKind<T>;
  /** Invented data for the preview. */
  readonly sample: (locale: TemplateLocale) => DataOf<T> | Promise<DataOf<T>>;
  /** Data of a record that the actor may read; null when there is none. Checks the actor's rights. */
  readonly dataOf: (tx: Tx, actor: Actor, id: string) => Promise<DataOf<T> | null>;
}

/** Keeps the types of one kind together; a list of several needs `ServedTemplate` without them. */
export const servedTemplate = <T extends KeywordTree>(served: ServedTemplate<T>): ServedTemplate => served;

/**
 * Texts for those who edit templates: the names of the kinds (`sales.quote`) and what each keyword holds, by its path
 * (`quote.number`). Kinds share the texts of the paths that they share.
 */
export type TemplateTexts = Readonly<Record<TemplateLocale, Readonly<Record<string, string>>>>;

/** The source of a template; a mail also has a subject. */
export interface TemplateSource {
  readonly source: string;
  readonly subject: string | null;
}

/** Time zone and currency of a tenant's data. */
export interface Region {
  readonly zone: string;
  readonly currency: string;
}
export const DEFAULT_REGION: Region = { zone: DEFAULT_TIME_ZONE, currency: 'EUR' };
