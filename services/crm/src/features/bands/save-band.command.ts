import { Problem, type FieldError, type ServiceContext, type Tx } from '@coulisse/service-kit';
import { type Command, defineCommand } from '@coulisse/resource-server';
import { refreshLoyalties } from '../loyalty/refresh-loyalties.job';
import { faultsOf, type BandFault } from './band.domain';
import { readBands } from './bands.read-model';
import { scales, type Scale } from './scales';

/** `500.00` → `500`. */
const plain = (decimal: string | null) => decimal?.replace(/\.0+$/, '') ?? '';

function problemOf({ code, lower, upper }: BandFault, saved: string | null, scale: Scale): Problem {
  const params = {
    lower: lower.name,
    upper: upper.name,
    from: plain(code === 'band.hole' ? lower.max : upper.min),
    to: plain(code === 'band.hole' ? upper.min : lower.max),
  };
  const pointer = saved === upper.id ? `/${scale.min}` : saved === lower.id ? `/${scale.max}` : '';
  const errors: FieldError[] = pointer ? [{ pointer, code, params }] : [];
  return new Problem(code, { params, errors });
}

/**
 * Refuses a scale with an overlap or a hole, as the transaction leaves it. A lock serializes the writers of a scale, so
 * that two changes that are valid alone cannot be invalid together. After a change of the scale of loyalty every label is
 * computed again, by a job.
 * @param saved The band that is being written, to name which of its limits is wrong.
 */
export async function checkScale(
  tx: Tx,
  { jobs }: Pick<ServiceContext, 'jobs'>,
  scale: Scale,
  saved: string | null,
): Promise<void> {
  await lockScale(tx, scale);
  const faults = faultsOf(await readBands(tx, scale));
  const [fault] = [
    ...faults.filter(({ lower, upper }) => saved === lower.id || saved === upper.id),
    ...faults,
  ];
  if (fault) throw problemOf(fault, saved, scale);
  if (scale === scales.loyalty) await jobs.enqueue(tx, refreshLoyalties, {});
}

const lockScale = (tx: Tx, { resource }: Scale) =>
  tx.sql.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`${resource.name}/${tx.tenantId}`]);

/** Any change to a band: the generic one, then a check of the whole scale. */
export const bandCommand = (scale: Scale): Command =>
  defineCommand(
    scale.resource,
    ['create', 'update', 'archive', 'restore', 'delete'],
    async ({ id, tx, ctx, proceed }) => {
      const record = await proceed();
      await checkScale(tx, ctx, scale, id);
      return record;
    },
  );
