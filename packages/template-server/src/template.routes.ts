import { createHash } from 'node:crypto';
import { message, type Language } from '@coulisse/contracts';
import type { Actor } from '@coulisse/service-kit/actor';
import type { Tx } from '@coulisse/service-kit/database';
import { named, reply, requiredVersion, route, type Route, sendFile } from '@coulisse/service-kit/http';
import { Problem } from '@coulisse/service-kit/problem';
import type { ServiceContext } from '@coulisse/service-kit/service';
import { describeKeywords, TEMPLATE_LIMITS } from '@coulisse/templates';
import { v7 as uuidv7 } from 'uuid';
import { z } from 'zod';
import { compileOrThrow, compileSource } from './compile-source';
import { TEMPLATE_LOCALES, type TemplateLocale, type TemplateSource } from './served-template';
import { ATTACHMENT_LIMITS, readAttachments } from './template-attachments';
import {
  findCurrent,
  findTemplate,
  findVersion,
  listTemplates,
  listVersions,
  restoreVersion,
  saveAttachments,
  saveVersion,
  type TemplateKey,
} from './template-store';
import type { Templates } from './templates';

/** Where the routes are and who may call them. */
export interface TemplateRouteSettings {
  /** Such as `/b/api/sale/templates`. */
  readonly path: string;
  /** Prefix of the rights: `sales.template` for `sales.template.read` and `sales.template.update`. */
  readonly rights: string;
  /**
   * Whether files can go with the mails. The service then has the client `files`, and names `templateFiles` in the rounds
   * that keep its files.
   */
  readonly hasAttachments?: boolean;
}

const locale = z.enum(TEMPLATE_LOCALES);
const params = z.object({ kind: z.string().max(80), locale });
// One character above the limit of the engine, whose error names the limit.
const source = z.string('validation.type').max(TEMPLATE_LIMITS.source + 1);
const subject = z.string('validation.type').max(500, 'validation.length').nullable().default(null);
const sourceBody = z.strictObject({ source, subject });
const previewBody = z.strictObject({
  source: source.optional(),
  subject,
  /** A record of the service; without it, invented data. */
  recordId: z.uuid('validation.format').nullable().default(null),
});
const moment = z.iso.datetime();
const sourceError = named(
  'TemplateError',
  z.object({
    pointer: z.enum(['/source', '/subject']),
    line: z.int(),
    column: z.int(),
    code: z.string(),
    detail: z.string(),
  }),
);
const sourceView = named('TemplateSource', z.object({ source: z.string(), subject: z.string().nullable() }));
const attachmentView = named(
  'TemplateAttachment',
  z.object({ id: z.uuid(), name: z.string(), mediaType: z.string(), size: z.int() }),
);
const attachmentsBody = z.strictObject({
  files: z
    .array(z.uuid('validation.format').toLowerCase())
    .max(ATTACHMENT_LIMITS.count)
    .refine((files) => new Set(files).size === files.length, { params: { code: 'validation.unique' } }),
});
const templateView = named(
  'Template',
  z.object({
    kind: z.string(),
    name: z.string(),
    format: z.enum(['pdf', 'mail']),
    locale,
    version: z.int(),
    currentNumber: z.int().nullable(),
    current: sourceView,
    default: sourceView,
    keywords: z.array(z.object({ path: z.string(), type: z.string(), description: z.string() })),
    versions: z.array(
      z.object({ number: z.int(), comment: z.string().nullable(), author: z.string(), at: moment }),
    ),
    attachments: z.array(attachmentView),
    /** Which files can go with a mail of it; null: none. */
    attachmentLimits: z.object({ count: z.int(), bytes: z.int(), types: z.array(z.string()) }).nullable(),
  }),
);
const templateItem = named(
  'TemplateItem',
  z.object({
    kind: z.string(),
    name: z.string(),
    format: z.enum(['pdf', 'mail']),
    locale,
    version: z.int(),
    currentNumber: z.int().nullable(),
    updatedAt: moment.nullable(),
    /** Files that go with its mails. */
    attachments: z.int(),
  }),
);
const mailView = named(
  'TemplatePreview',
  z.object({ html: z.string(), subject: z.string().nullable(), text: z.string().nullable() }),
);

function inTenant<R>(ctx: ServiceContext, actor: Actor, work: (tx: Tx) => Promise<R>): Promise<R> {
  if (actor.tenantId === null) throw new Problem('security.insufficient-privilege');
  return ctx.db.inTenant(actor, work);
}

interface PreviewInput {
  readonly source?: string | undefined;
  readonly subject: string | null;
  readonly recordId: string | null;
}

/** The routes of the templates of a service. */
export function templateRoutes(
  templates: Templates,
  { path, rights, hasAttachments = false }: TemplateRouteSettings,
): Route[] {
  const reading = { access: { right: `${rights}.read` }, tag: 'Templates' };
  const changing = { access: { right: `${rights}.update` }, tag: 'Templates' };
  const single = `${path}/{kind}/{locale}`;

  async function view(tx: Tx, key: TemplateKey, language: Language) {
    const { kind } = templates.served(key.kind);
    const stored = await findTemplate(tx, key);
    const { version: current } = await findCurrent(tx, key);
    const original = templates.defaultOf(key.kind, key.locale);
    const versions = stored ? await listVersions(tx, stored.id) : [];
    return {
      kind: kind.name,
      name: templates.textOf(kind.name, language),
      format: kind.kind,
      locale: key.locale,
      version: stored?.version ?? 0,
      currentNumber: stored?.currentNumber ?? null,
      current: current ? { source: current.source, subject: current.subject } : original,
      default: original,
      keywords: describeKeywords(kind.keywords).map((keyword) => ({
        ...keyword,
        description: templates.textOf(keyword.path, language),
      })),
      versions: versions.map(({ number, comment, authorName, at }) => ({
        number,
        comment,
        author: authorName,
        at: at.toISOString(),
      })),
      attachments: stored?.attachments ?? [],
      attachmentLimits: hasAttachments && kind.kind === 'mail' ? ATTACHMENT_LIMITS : null,
    };
  }
  const replyView = async (tx: Tx, key: TemplateKey, language: Language) => {
    const template = await view(tx, key, language);
    return reply(template, { headers: { ETag: `"${template.version}"` } });
  };

  /** The template of the request, or the one in use, with its data. Rights on the record are checked by `dataOf`. */
  async function loadPreview(
    ctx: ServiceContext,
    actor: Actor,
    key: TemplateKey,
    input: PreviewInput,
    isSent = false,
  ) {
    const { kind } = templates.served(key.kind);
    const { loaded, data } = await inTenant(ctx, actor, async (tx) => ({
      loaded:
        input.source === undefined
          ? await templates.load(tx, kind, key.locale)
          : await templates.loadSource(tx, kind, key.locale, {
              source: input.source,
              subject: input.subject,
            }),
      data: await templates.dataFor(tx, actor, key.kind, key.locale, input.recordId),
    }));
    const subject = { tenantId: actor.tenantId ?? '', isSent };
    const own = (await templates.settings.inOwnLook?.(data, subject, ctx)) ?? data;
    return { loaded, data: own as never };
  }

  const attachmentRoute = route.put(
    `${single}/attachments`,
    {
      ...changing,
      summary: 'Replace the files that go with each mail of a template: two at most',
      params,
      body: attachmentsBody,
      response: templateView,
      idempotent: true,
    },
    async ({ params: key, body: { files }, actor, headers, language }, ctx) => {
      if (templates.served(key.kind).kind.kind !== 'mail') throw new Problem('http.404');
      const seen = requiredVersion(headers['if-match']);
      const attachments = await readAttachments(files, rights, actor, ctx);
      return inTenant(ctx, actor, async (tx) => {
        await saveAttachments(tx, key, attachments, seen);
        return replyView(tx, key, language);
      });
    },
  );

  return [
    ...(hasAttachments ? [attachmentRoute] : []),
    route.get(
      path,
      {
        ...reading,
        summary: 'Templates and whether the tenant changed them',
        response: z.object({ items: z.array(templateItem) }),
      },
      async ({ actor, language }, ctx) => {
        const { templates: served } = templates.settings;
        const stored = await inTenant(ctx, actor, (tx) =>
          listTemplates(
            tx,
            served.map(({ kind }) => kind.name),
          ),
        );
        const items = served.flatMap(({ kind }) =>
          TEMPLATE_LOCALES.map((written) => {
            const found = stored.find((row) => row.kind === kind.name && row.locale === written);
            return {
              kind: kind.name,
              name: templates.textOf(kind.name, language),
              format: kind.kind,
              locale: written,
              version: found?.version ?? 0,
              currentNumber: found?.currentNumber ?? null,
              updatedAt: found?.updatedAt.toISOString() ?? null,
              attachments: found?.attachments.length ?? 0,
            };
          }),
        );
        return { items };
      },
    ),
    route.get(
      single,
      {
        ...reading,
        summary: 'A template with its default, keywords and versions',
        params,
        response: templateView,
      },
      ({ params: key, actor, language }, ctx) => inTenant(ctx, actor, (tx) => replyView(tx, key, language)),
    ),
    route.get(
      `${single}/versions/{number}`,
      {
        ...reading,
        summary: 'The source of a version of a template',
        params: params.extend({ number: z.coerce.number().int().min(1).max(1_000_000_000) }),
        response: sourceView,
      },
      async ({ params: { number, ...key }, actor }, ctx) => {
        templates.served(key.kind);
        const found = await inTenant(ctx, actor, (tx) => findVersion(tx, key, number));
        if (!found) throw new Problem('http.404');
        return found;
      },
    ),
    route.post(
      `${single}/check`,
      {
        ...reading,
        summary: 'Errors of a template, by line and column',
        params,
        body: sourceBody,
        response: z.object({ errors: z.array(sourceError) }),
      },
      async ({ params: key, body, language }) => ({
        errors: await describedErrors(templates, key, body, language),
      }),
    ),
    route.put(
      single,
      {
        ...changing,
        summary: 'Save a version of a template and use it',
        params,
        body: sourceBody.extend({
          comment: z.string('validation.type').trim().max(500, 'validation.length').nullable().default(null),
        }),
        response: templateView,
        idempotent: true,
      },
      async ({ params: key, body, actor, headers, language }, ctx) => {
        const { kind } = templates.served(key.kind);
        const seen = requiredVersion(headers['if-match']);
        await compileOrThrow(kind, body);
        const stored = { ...body, subject: kind.kind === 'mail' ? body.subject : null };
        return inTenant(ctx, actor, async (tx) => {
          await saveVersion(tx, key, stored, seen);
          return replyView(tx, key, language);
        });
      },
    ),
    route.post(
      `${single}/restore`,
      {
        ...changing,
        summary: 'Use an earlier version of a template again, or the default (null)',
        params,
        body: z.strictObject({ number: z.int('validation.integer').min(1).max(1_000_000_000).nullable() }),
        response: templateView,
        idempotent: true,
      },
      async ({ params: key, body: { number }, actor, headers, language }, ctx) => {
        const { kind } = templates.served(key.kind);
        const seen = requiredVersion(headers['if-match']);
        return inTenant(ctx, actor, async (tx) => {
          if (number !== null) {
            const earlier = await findVersion(tx, key, number);
            if (!earlier)
              throw new Problem('validation.failed', {
                errors: [{ pointer: '/number', code: 'validation.choice' }],
              });
            // Its keywords may have gone with a later release.
            await compileOrThrow(kind, earlier);
          }
          await restoreVersion(tx, key, number, seen);
          return replyView(tx, key, language);
        });
      },
    ),
    route.post(
      `${single}/preview`,
      {
        ...reading,
        summary: 'A template with the data of a record, or with invented data',
        params,
        body: previewBody,
        response: mailView,
      },
      async ({ params: key, body, actor }, ctx) => {
        const { loaded, data } = await loadPreview(ctx, actor, key, body);
        if (loaded.kind.kind === 'mail') return templates.renderMail(loaded, data);
        return { html: templates.render(loaded, data), subject: null, text: null };
      },
    ),
    route.post(
      `${single}/preview.pdf`,
      {
        ...reading,
        summary: 'The preview of a document, or of the body of a mail, as PDF',
        params,
        body: previewBody,
        stream: true,
      },
      async ({ params: key, body, actor }, ctx, { res }) => {
        const { loaded, data } = await loadPreview(ctx, actor, key, body);
        const html =
          loaded.kind.kind === 'mail'
            ? (await templates.renderMail(loaded, data)).html
            : templates.render(loaded, data);
        const { content } = await ctx.clients.rendering.previewDocument(
          { html },
          { deadlineMs: RENDER_DEADLINE_MS },
        );
        await sendFile(res, { name: `${key.kind}.${key.locale}.pdf`, mediaType: 'application/pdf' }, content);
      },
    ),
    route.post(
      `${single}/test`,
      {
        ...changing,
        summary: 'Send a mail of a template to the caller',
        params,
        body: previewBody,
        status: 204,
      },
      async ({ params: key, body, actor, idempotencyKey }, ctx) => {
        if (templates.served(key.kind).kind.kind !== 'mail') throw new Problem('http.404');
        if (!actor.email) throw new Problem('template.no-address');
        const { loaded, data } = await loadPreview(ctx, actor, key, body, true);
        const mail = await templates.renderMail(loaded, data);
        const { accepted } = await ctx.clients.mails.sendMail(
          {
            tenantId: actor.tenantId!,
            // Sent outside a transaction: the key of the request makes a repeated one send nothing.
            key: `template-test:${createHash('sha256')
              .update(`${actor.subject} ${idempotencyKey ?? uuidv7()}`)
              .digest('hex')}`,
            kind: key.kind,
            to: { name: actor.displayName, address: actor.email },
            fromName: actor.tenantName ?? '',
            ...mail,
            language: key.locale,
            documentIds: [],
            fileIds: loaded.fileIds,
            subjectRecord: undefined,
          },
          { deadlineMs: SEND_DEADLINE_MS },
        );
        if (!accepted) throw new Problem('template.test-send-failed');
      },
    ),
  ];
}

const RENDER_DEADLINE_MS = 30_000;
const SEND_DEADLINE_MS = 30_000;

async function describedErrors(
  templates: Templates,
  { kind }: { kind: string; locale: TemplateLocale },
  body: TemplateSource,
  language: Language,
) {
  const compiled = await compileSource(templates.served(kind).kind, body);
  if (!('errors' in compiled)) return [];
  return compiled.errors.map(({ pointer, line, column, code, params: values }) => ({
    pointer,
    line,
    column,
    code,
    detail: message(code, language, values),
  }));
}
