import { baseName, declaredColumns, type ResourceDefinition } from '@coulisse/resource';
import { systemActor } from '../../actor';
import { startRounds } from '../../service/rounds';
import type { ServiceContext } from '../../service/types';

const EVERY_MS = 600_000;
/** Files that are named in one call. */
const BATCH = 500;
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000';

const quote = (name: string) => `"${name}"`;

/** Where records point at files: each statement answers those of a tenant ($1) behind one of them ($2), in order. */
interface Source {
  readonly text: string;
  readonly values: readonly unknown[];
  readonly isPublic: boolean;
}

/** Everything in a service's database that points at files. */
export function fileSources(resources: readonly ResourceDefinition[]): Source[] {
  const bases = resources.filter((resource) => baseName(resource) === resource.name);
  const fields = resources.flatMap((resource) => {
    if (Object.values(resource.fields).some(({ spec }) => holdsFiles(spec.fields)))
      throw new Error(`${resource.name}: children cannot point at files, which would be swept`);
    return declaredColumns(resource.fields)
      .filter(({ spec }) => spec.kind === 'file' || spec.kind === 'image')
      .map(({ column, spec }): Source => {
        const file = quote(column);
        return {
          text: `SELECT DISTINCT ${file} AS id FROM ${quote(resource.table)} WHERE tenant_id = $1 AND ${file} > $2 ORDER BY 1 LIMIT ${BATCH}`,
          values: [],
          isPublic: spec.public ?? false,
        };
      });
  });
  // Attachments of a record that was deleted go with it; of what nobody here knows they stay.
  const attachable = bases.filter((resource) => resource.attachable);
  const attachments = (where: string, values: readonly unknown[]): Source => ({
    text: `SELECT DISTINCT file_id AS id FROM attachment a WHERE tenant_id = $1 AND file_id > $2 AND ${where} ORDER BY 1 LIMIT ${BATCH}`,
    values,
    isPublic: false,
  });
  return [
    // What is shown is named last: a file that is both is shown.
    ...attachmentSources(attachable, attachments),
    ...[...fields].sort((a, b) => Number(a.isPublic) - Number(b.isPublic)),
  ];
}

function attachmentSources(
  attachable: readonly ResourceDefinition[],
  source: (where: string, values: readonly unknown[]) => Source,
): Source[] {
  const known = attachable.map((resource) =>
    source(
      `entity = $3 AND EXISTS (SELECT 1 FROM ${quote(resource.table)} t WHERE t.tenant_id = a.tenant_id AND t.id = a.entity_id)`,
      [resource.name],
    ),
  );
  return [...known, source('entity <> ALL($3::text[])', [attachable.map(({ name }) => name)])];
}

const holdsFiles = (fields: ResourceDefinition['fields'] | undefined): boolean =>
  Object.values(fields ?? {}).some(({ spec }) => spec.kind === 'file' || spec.kind === 'image');

/**
 * One round: documents says of which tenants it has not heard for hours, and is told every file that their records point
 * at. Only then does it remove the others; a round that breaks off removes nothing.
 */
export async function runFileRounds(
  ctx: ServiceContext,
  resources: readonly ResourceDefinition[],
): Promise<void> {
  const sources = fileSources(resources);
  const { files } = ctx.clients;
  const { rounds } = await files.beginFileRounds({});
  for (const { tenantId, startedAt } of rounds) {
    const actor = systemActor(tenantId, 'files in use');
    for (const { text, values, isPublic } of sources)
      for (let last: string | undefined = BEFORE_ALL; last !== undefined;) {
        const after: string = last;
        const { rows } = await ctx.db.inTenant(actor, ({ sql }) =>
          sql.query<{ id: string }>(text, [tenantId, after, ...values]),
        );
        const fileIds = rows.map(({ id }) => id);
        if (fileIds.length > 0)
          await files.keepFiles({ tenantId, fileIds, publicFileIds: isPublic ? fileIds : [] });
        last = fileIds.length === BATCH ? fileIds.at(-1) : undefined;
      }
    await files.endFileRound({ tenantId, startedAt }, { deadlineMs: 60_000 });
  }
}

/** Runs rounds until it is stopped; one that fails is only late. */
export const startFileRounds = (
  ctx: ServiceContext,
  resources: readonly ResourceDefinition[],
  everyMs = EVERY_MS,
): (() => Promise<void>) =>
  startRounds(
    () => runFileRounds(ctx, resources),
    everyMs,
    (error) => ctx.log.warn({ err: error }, 'file.round_failed'),
  );
