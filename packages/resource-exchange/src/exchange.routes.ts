import { featuresOf } from '@coulisse/resource';
import { z } from 'zod';
import { route, type Route, sendFile } from '@coulisse/service-kit/http';
import { jobAnswer, type RouteGroup, type RouteParts } from '@coulisse/resource-server/extension';
import { Export, exportBody } from './export-records';
import { IMPORT_MODES } from './import-input';
import { startImport, receiveFile, uploadSchema } from './import-upload';
import { importTargets } from './import-targets';
import { readReferenceLabels, sampleFile } from './sample-file';
import { labelsOf } from './resource-labels';
import { LIMITS } from './spreadsheet/limits';
import { TABLE_FORMATS } from './spreadsheet/spreadsheet.port';
import { MEDIA_TYPES } from './spreadsheet/writer';

/** Exports of more records than this run as a job. */
const MOST_AT_ONCE = 5_000;
/** A little above the limit, so that the error for a slightly too large file can state the limit. */
const BODY_BYTES = LIMITS.bytes + 4 * 1024 * 1024;
const SAMPLE_CHILDREN = 1;

const binary = { schema: { type: 'string', format: 'binary' } };
const files = { 'text/csv': binary, [MEDIA_TYPES.xlsx]: binary };

const importRun = z.strictObject({
  mapping: z.record(z.string(), z.string().nullable(), 'validation.type'),
  mode: z.enum(IMPORT_MODES, 'validation.choice'),
  key: z.string('validation.type').optional(),
  dryRun: z.boolean('validation.type'),
});

/** Routes of export and import. */
export const exchangeRoutes: RouteGroup = (parts) => {
  const { exportable, importable } = featuresOf(parts.resource);
  return [...(exportable ? exportRoutes(parts) : []), ...(importable ? importRoutes(parts) : [])];
};

function exportRoutes({ resource, pipeline, base, common, call }: RouteParts): Route[] {
  return [
    route.post(
      `${base}/_export`,
      {
        ...common,
        summary: `Export ${resource.name} as CSV or XLSX: up to ${MOST_AT_ONCE} records at once, more by a job (202)`,
        access: { right: `${resource.rights}.export`, scoped: true },
        body: exportBody,
        stream: true,
        openapi: {
          responses: {
            200: { description: 'The file, as an attachment', content: files },
            202: { description: 'The job that makes it' },
          },
        },
      },
      async (request, ctx, { res }) => {
        const requestCall = call(request);
        const exporter = await Export.of(pipeline, requestCall, request.body);
        const { total, exact } = await exporter.count();
        const { tenantId, userId } = request.actor;
        ctx.log.info(
          { resource: resource.name, format: request.body.format, tenantId, userId, rows: total, exact },
          'records.exported',
        );
        // Platform lists have no tenant, which a job needs; they are short.
        if (!tenantId || (exact && total <= MOST_AT_ONCE)) {
          await sendFile(res, { name: exporter.fileName, mediaType: exporter.mediaType }, exporter.bytes());
          return;
        }
        const job = await pipeline.jobs.enqueue(
          requestCall,
          'export',
          request.body,
          await exporter.countAll(),
        );
        res.status(202).json({ job });
      },
    ),
  ];
}

function importRoutes({ resource, pipeline, base, common, call, id }: RouteParts): Route[] {
  const access = { right: `${resource.rights}.import` };
  const { locales = { fr: {}, en: {} } } = pipeline.settings;
  return [
    route.get(
      `${base}/_imports/sample`,
      {
        ...common,
        summary: 'A file to begin an import with',
        access,
        query: z.strictObject({ format: z.enum(TABLE_FORMATS, 'validation.choice').default('csv') }),
        stream: true,
        openapi: { responses: { 200: { description: 'The file, as an attachment', content: files } } },
      },
      async (request, _ctx, { res }) => {
        const { language } = request;
        const { format } = request.query;
        const words = labelsOf(resource, locales);
        const name = words.plural[language];
        const targets = importTargets(resource, words, SAMPLE_CHILDREN);
        const labels = await readReferenceLabels(pipeline, call(request), targets);
        await sendFile(
          res,
          { name: `${name}.${format}`, mediaType: MEDIA_TYPES[format] },
          sampleFile(format, name, targets, labels, language),
        );
      },
    ),
    route.post(
      `${base}/_imports`,
      {
        ...common,
        summary: 'Send a file to import: it is read, and its columns are matched with fields',
        access,
        rawBody: { limit: BODY_BYTES },
        response: uploadSchema,
        status: 201,
        openapi: { requestBody: { required: true, content: files } },
      },
      (request) =>
        receiveFile(pipeline, call(request), {
          bytes: request.raw ?? Buffer.alloc(0),
          name: request.headers['x-file-name'],
        }),
    ),
    route.post(
      `${base}/_imports/{id}/run`,
      {
        ...common,
        summary: 'Import the rows of a file, or tell what would become of them (dryRun), by a job',
        access,
        params: id,
        body: importRun,
        response: jobAnswer,
        status: 202,
      },
      async (request) => ({
        job: await startImport(pipeline, call(request), request.params.id, request.body),
      }),
    ),
  ];
}
