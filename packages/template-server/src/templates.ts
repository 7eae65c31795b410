import type { MessageId } from '@coulisse/contracts';
import type { ServiceContext } from '@coulisse/service-kit';
import type { Actor } from '@coulisse/service-kit/actor';
import type { Tx } from '@coulisse/service-kit/database';
import { Problem } from '@coulisse/service-kit/problem';
import {
  type DataOf,
  describeKeywords,
  type KeywordTree,
  type PageWithPlaces,
  renderMail,
  type RenderedMail,
  renderPage,
  renderTemplate,
  TemplateLimitError,
  type TemplateKind,
} from '@coulisse/templates';
import { type CompiledSource, compileOrThrow } from './compile-source';
import { type DefaultTemplates, defaultOf, readDefaults } from './default-templates';
import {
  DEFAULT_REGION,
  type Region,
  type ServedTemplate,
  TEMPLATE_LOCALES,
  type TemplateLocale,
  type TemplateSource,
  type TemplateTexts,
} from './served-template';
import { findCurrent } from './template-store';

/** `isSent`: it is read outside the portal. */
export type InOwnLook = (
  data: unknown,
  subject: { tenantId: string; isSent: boolean },
  ctx: ServiceContext,
) => Promise<unknown>;

/** What a service offers to its tenants. */
export interface TemplateSettings {
  /** Folder of the product's templates. */
  readonly folder: string;
  readonly templates: readonly ServedTemplate[];
  readonly texts: TemplateTexts;
  /** Time zone and currency of a tenant; Paris and euros by default. */
  readonly regionOf?: (tx: Tx) => Promise<Region>;
  /** Data of a preview, or of a mail that is sent as a test, in the look of the tenant; unchanged by default. */
  readonly inOwnLook?: InOwnLook;
}

/** A template of a tenant, ready to be rendered outside the transaction that loaded it. */
export interface LoadedTemplate<T extends KeywordTree = KeywordTree> {
  readonly kind: TemplateKind<T>;
  readonly locale: TemplateLocale;
  readonly region: Region;
  readonly compiled: CompiledSource;
  /** Uploaded files that go with each mail of it. */
  readonly fileIds: string[];
}

/** Compiled templates that a process remembers. */
const MOST_COMPILED = 200;

/** The templates of a service: loads those that a tenant uses, and renders them. */
export class Templates {
  private readonly defaults: DefaultTemplates;
  private readonly compiled = new Map<string, Promise<CompiledSource>>();

  constructor(readonly settings: TemplateSettings) {
    this.defaults = readDefaults(settings.folder, settings.templates);
    const missing = missingTexts(settings);
    if (missing.length > 0) throw new Error(`templates without texts: ${missing.join(', ')}`);
  }

  /** The kind of this name; `http.404` when the service has none. */
  served(name: string): ServedTemplate {
    const served = this.settings.templates.find(({ kind }) => kind.name === name);
    if (!served) throw new Problem('http.404');
    return served;
  }

  defaultOf(kind: string, locale: TemplateLocale): TemplateSource {
    return defaultOf(this.defaults, kind, locale);
  }

  /** The name of a kind or what a keyword holds, in a language. */
  textOf(key: string, locale: TemplateLocale): string {
    return this.settings.texts[locale][key] ?? key;
  }

  /** Throws when a default template has an error; a test of the service calls it. */
  async checkDefaults(): Promise<void> {
    for (const { kind } of this.settings.templates)
      for (const locale of ['fr', 'en'] as const)
        await compileOrThrow(kind, this.defaultOf(kind.name, locale));
  }

  /** The template that the tenant uses. */
  async load<T extends KeywordTree>(
    tx: Tx,
    kind: TemplateKind<T>,
    locale: TemplateLocale,
  ): Promise<LoadedTemplate<T>> {
    const { version, attachments } = await findCurrent(tx, { kind: kind.name, locale });
    const source = version ?? this.defaultOf(kind.name, locale);
    const key = version
      ? `${tx.tenantId} ${kind.name} ${locale} ${version.number}`
      : `${kind.name} ${locale}`;
    const compiled = await this.compile(key, kind, source);
    return {
      kind,
      locale,
      region: await this.regionOf(tx),
      compiled,
      fileIds: attachments.map(({ id }) => id),
    };
  }

  /** A source that is not saved, with the files of the template. */
  async loadSource(
    tx: Tx,
    kind: TemplateKind,
    locale: TemplateLocale,
    source: TemplateSource,
  ): Promise<LoadedTemplate> {
    const { attachments } = await findCurrent(tx, { kind: kind.name, locale });
    const loaded = await this.compiledOf(kind, locale, source, await this.regionOf(tx));
    return { ...loaded, fileIds: attachments.map(({ id }) => id) };
  }

  /** The same without a database, and without files. Throws `template.invalid` with all errors of the source. */
  async compiledOf<T extends KeywordTree>(
    kind: TemplateKind<T>,
    locale: TemplateLocale,
    source: TemplateSource,
    region: Region,
  ): Promise<LoadedTemplate<T>> {
    return { kind, locale, region, compiled: await compileOrThrow(kind, source), fileIds: [] };
  }

  /** Data of a record, or invented data without one. `http.404` when the actor may not read the record. */
  async dataFor(
    tx: Tx,
    actor: Actor,
    kind: string,
    locale: TemplateLocale,
    id: string | null,
  ): Promise<unknown> {
    const served = this.served(kind);
    if (id === null) return served.sample(locale);
    const data = await served.dataOf(tx, actor, id);
    if (data === null) throw new Problem('http.404');
    return data;
  }

  /** The HTML of a document. */
  render<T extends KeywordTree>(loaded: LoadedTemplate<T>, data: DataOf<T>): string {
    return withinLimits(() => renderTemplate(loaded.compiled.body, data, formatOf(loaded)));
  }

  /** The same with the contents of its places apart. */
  renderPage<T extends KeywordTree>(loaded: LoadedTemplate<T>, data: DataOf<T>): PageWithPlaces {
    return withinLimits(() => renderPage(loaded.compiled.body, data, formatOf(loaded)));
  }

  /** A mail without its recipient. */
  async renderMail<T extends KeywordTree>(loaded: LoadedTemplate<T>, data: DataOf<T>): Promise<RenderedMail> {
    const { body, subject } = loaded.compiled;
    if (!subject) throw new Error(`${loaded.kind.name} is no mail`);
    try {
      return await renderMail({ body, subject }, data, formatOf(loaded));
    } catch (error) {
      throw problemOf(error);
    }
  }

  private regionOf(tx: Tx): Promise<Region> {
    return this.settings.regionOf?.(tx) ?? Promise.resolve({ ...DEFAULT_REGION, zone: tx.zone });
  }

  private async compile(key: string, kind: TemplateKind, source: TemplateSource): Promise<CompiledSource> {
    const earlier = this.compiled.get(key);
    if (earlier) return earlier;
    const compiling = compileOrThrow(kind, source);
    const oldest = this.compiled.keys().next();
    if (this.compiled.size >= MOST_COMPILED && !oldest.done) this.compiled.delete(oldest.value);
    this.compiled.set(key, compiling);
    return compiling;
  }
}

/** Formats of dates and amounts: those of Europe, also in English. */
const FORMAT_LOCALES: Readonly<Record<TemplateLocale, string>> = { fr: 'fr-FR', en: 'en-GB' };
const formatOf = ({ locale, region }: LoadedTemplate) => ({ locale: FORMAT_LOCALES[locale], ...region });

const missingTexts = ({ templates, texts }: TemplateSettings): string[] =>
  templates.flatMap(({ kind }) =>
    [kind.name, ...describeKeywords(kind.keywords).map(({ path }) => path)].flatMap((key) =>
      TEMPLATE_LOCALES.filter((locale) => !texts[locale][key]).map((locale) => `${key} (${locale})`),
    ),
  );

function withinLimits<R>(work: () => R): R {
  try {
    return work();
  } catch (error) {
    throw problemOf(error);
  }
}
/** A limit that the rendering exceeded is the template's fault, anything else the program's. */
const problemOf = (error: unknown): unknown =>
  error instanceof TemplateLimitError
    ? new Problem(error.code satisfies MessageId, { params: { ...error.params }, cause: error })
    : error;
