import type { ServiceName } from '@coulisse/contracts';
import { defineSchedule, type ScheduleDefinition } from '@coulisse/job-runner';
import { baseName, declaredColumns, type ResourceDefinition } from '@coulisse/resource';
import { systemActor } from '@coulisse/service-kit/actor';
import type { ServiceContext } from '@coulisse/service-kit/service';

/** Files per call. */
export const FILES_PER_CALL = 500;
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000';

const quote = (name: string) => `"${name}"`;

/** A query for referenced files: returns the ids of a tenant ($1) after an id ($2), in order. */
export interface FileSource {
  readonly text: string;
  /** Of `$3` and so on. */
  readonly values?: readonly unknown[];
  readonly isPublic: boolean;
}

/** Where ids of files stand: an expression, and the rows of a tenant (`$1`) that it is read from. */
export interface FilePlace {
  readonly file: string;
  readonly rows: string;
}
/** The files of several places. */
export function filesOf(places: readonly FilePlace[], isPublic: boolean): FileSource {
  const all = places.map(({ file, rows }) => `SELECT ${file} FROM ${rows}`).join(' UNION ALL ');
  return {
    text: `SELECT DISTINCT id FROM (${all}) referenced (id) WHERE id > $2 ORDER BY 1 LIMIT ${FILES_PER_CALL}`,
    isPublic,
  };
}

/**
 * All file references in a service's database; `others` are those outside its resources. Each sends at most
 * FILES_PER_CALL ids.
 */
export function fileSources(
  resources: readonly ResourceDefinition[],
  others: readonly FileSource[] = [],
): FileSource[] {
  const bases = resources.filter((resource) => baseName(resource) === resource.name);
  const fields = resources.flatMap((resource) => {
    if (Object.values(resource.fields).some(({ spec }) => holdsFiles(spec.fields)))
      throw new Error(`${resource.name}: children cannot point at files, which would be swept`);
    return declaredColumns(resource.fields)
      .filter(({ spec }) => spec.kind === 'file' || spec.kind === 'image')
      .map(({ column, spec }): FileSource => {
        const file = quote(column);
        return {
          text: `SELECT DISTINCT ${file} AS id FROM ${quote(resource.table)} WHERE tenant_id = $1 AND ${file} > $2 ORDER BY 1 LIMIT ${FILES_PER_CALL}`,
          values: [],
          isPublic: spec.public ?? false,
        };
      });
  });
  // Attachments of a deleted record are not kept; those of entities that this service does not declare are.
  const attachable = bases.filter((resource) => resource.attachable);
  const attachments = (where: string, values: readonly unknown[]): FileSource => ({
    text: `SELECT DISTINCT file_id AS id FROM kit.attachment a WHERE tenant_id = $1 AND file_id > $2 AND ${where} ORDER BY 1 LIMIT ${FILES_PER_CALL}`,
    values,
    isPublic: false,
  });
  return [
    // Public files are reported last: a file that is both is public.
    ...attachmentSources(attachable, attachments),
    ...[...fields, ...others].sort((a, b) => Number(a.isPublic) - Number(b.isPublic)),
  ];
}

function attachmentSources(
  attachable: readonly ResourceDefinition[],
  source: (where: string, values: readonly unknown[]) => FileSource,
): FileSource[] {
  const ownSources = attachable.map((resource) =>
    source(
      `entity = $3 AND EXISTS (SELECT 1 FROM ${quote(resource.table)} t WHERE t.tenant_id = a.tenant_id AND t.id = a.entity_id)`,
      [resource.name],
    ),
  );
  return [...ownSources, source('entity <> ALL($3::text[])', [attachable.map(({ name }) => name)])];
}

const holdsFiles = (fields: ResourceDefinition['fields'] | undefined): boolean =>
  Object.values(fields ?? {}).some(({ spec }) => spec.kind === 'file' || spec.kind === 'image');

/**
 * One round: the documents service returns the tenants without a report for hours, and receives every file that their
 * records refer to. Only then does it delete the others; a round that is aborted deletes nothing.
 */
export async function runFileRounds(
  ctx: ServiceContext,
  resources: readonly ResourceDefinition[],
  others: readonly FileSource[] = [],
): Promise<void> {
  const sources = fileSources(resources, others);
  const { files } = ctx.clients;
  const { rounds } = await files.beginFileRounds({});
  for (const { tenantId, startedAt } of rounds) {
    const actor = systemActor(tenantId, 'files in use');
    for (const { text, values, isPublic } of sources)
      for (let last: string | undefined = BEFORE_ALL; last !== undefined;) {
        const after: string = last;
        const { rows } = await ctx.db.inTenant(actor, ({ sql }) =>
          sql.query<{ id: string }>(text, [tenantId, after, ...(values ?? [])]),
        );
        const fileIds = rows.map(({ id }) => id);
        if (fileIds.length > 0)
          await files.keepFiles({ tenantId, fileIds, publicFileIds: isPublic ? fileIds : [] });
        last = fileIds.length === FILES_PER_CALL ? fileIds.at(-1) : undefined;
      }
    await files.endFileRound({ tenantId, startedAt }, { deadlineMs: 60_000 });
  }
}

/** Reports the files of a service every ten minutes; documents decides which tenants are due. */
export const reportFiles = (
  service: ServiceName,
  resources: readonly ResourceDefinition[],
  others: readonly FileSource[] = [],
): ScheduleDefinition =>
  defineSchedule({
    name: `${service}.report-files`,
    label: { fr: 'Relevé des fichiers utilisés', en: 'Report of the files in use' },
    cron: '*/10 * * * *',
    zone: { fixed: 'UTC' },
    // The next run does what this one did not.
    retries: { attempts: 1 },
    run: (_task, ctx) => runFileRounds(ctx, resources, others),
  });
