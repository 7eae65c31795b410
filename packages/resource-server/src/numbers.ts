import { localDate } from '@coulisse/contracts';
import {
  declaredSeries,
  formatOf,
  pendingNumbers,
  type AnyRecord,
  type ResourceDefinition,
} from '@coulisse/resource';
import { EarlierDateError, type Tx } from '@coulisse/service-kit/database';
import type { Command } from './commands';
import { quote } from './codec';
import { blockedBy } from './present';
import type { Row } from './types';

/** A tenant's numbers are taken while nobody changes a format, and the other way round. */
const lockText = (mode: '' | '_shared') =>
  `SELECT pg_advisory_xact_lock${mode}(hashtextextended('number format ' || $1, 0))`;

/** The format that the tenant set for a series on a day; undefined for the declared one. */
async function formatOn(
  tx: Tx,
  formats: ResourceDefinition | undefined,
  series: string,
  day: string,
): Promise<string | undefined> {
  if (!formats) return undefined;
  const [, found] = await tx.sql.batch([
    { text: lockText('_shared'), values: [tx.tenantId] },
    {
      text: `SELECT format FROM ${quote(formats.table)}
        WHERE tenant_id = $1 AND series::text = $2 AND starts_on <= $3::date ORDER BY starts_on DESC LIMIT 1`,
      values: [tx.tenantId, series, day],
    },
  ]);
  return (found?.rows[0] as { format: string } | undefined)?.format;
}

/** Takes the numbers that a record needs at an operation; returns them, and the dates that they follow. */
export async function takeNumbers(
  tx: Tx,
  resource: ResourceDefinition,
  operation: string,
  record: Row | AnyRecord,
  resources: readonly ResourceDefinition[],
): Promise<Row> {
  const taken: Row = {};
  for (const pending of pendingNumbers(resource, operation, record, tx.zone)) {
    const { field, series, day, datedBy } = pending;
    // A date to come would hold up every document of the days until then.
    if (datedBy !== undefined && day > localDate(new Date(), tx.zone))
      throw blockedBy([{ code: 'document.issued-in-future', pointer: `/${datedBy}` }]);
    const formats = resources.find((each) => declaredSeries(each)?.some((own) => own.series === series));
    const format = await formatOn(tx, formats, series, day);
    const { period, code } = format === undefined ? pending : pending.in(format);
    taken[field] = code(
      await nextNumber(tx, series, period, datedBy === undefined ? null : { day, datedBy }),
    );
    if (datedBy !== undefined) taken[datedBy] = day;
  }
  return taken;
}

async function nextNumber(
  tx: Tx,
  series: string,
  period: number,
  dated: { day: string; datedBy: string } | null,
): Promise<number> {
  try {
    return await tx.nextNumber(series, period, dated?.day);
  } catch (error) {
    if (!(error instanceof EarlierDateError) || !dated) throw error;
    throw blockedBy([
      { code: 'document.issued-before-last', params: { date: error.lastOn }, pointer: `/${dated.datedBy}` },
    ]);
  }
}

/** Numbers of a period from a day on exist. `year` holds 0, a year or a year and month. */
const NUMBERED_SINCE = `SELECT 1 FROM kit.number_series
  WHERE tenant_id = $1 AND series = $2 AND last > 0 AND CASE
    WHEN year = 0 THEN $3::date <= $4::date
    WHEN year > 9999 THEN year >= to_char($3::date, 'YYYYMM')::int
    ELSE year >= to_char($3::date, 'YYYY')::int END`;

interface FormatRow {
  readonly series: string;
  readonly startsOn: string;
  readonly format: string;
}
const rowOf = (values: Row | AnyRecord): FormatRow => {
  const { series, startsOn, format } = values as Row;
  return { series: String(series), startsOn: String(startsOn), format: String(format) };
};

/** Refuses a format from a day on if there are numbers of that period already: they would be of two formats. */
async function refuseNumbered(tx: Tx, { series, startsOn }: FormatRow): Promise<void> {
  await tx.sql.query(lockText(''), [tx.tenantId]);
  const values = [tx.tenantId, series, startsOn, localDate(new Date(), tx.zone)];
  const { rows } = await tx.sql.query(NUMBERED_SINCE, values);
  if (rows.length > 0) throw blockedBy([{ code: 'numbering.already-used', pointer: '/startsOn' }]);
}

/** Refuses the format of another series: their numbers could not be told apart. */
async function refuseSame(tx: Tx, formats: ResourceDefinition, { series, format }: FormatRow): Promise<void> {
  const isDeclared = declaredSeries(formats)?.some(
    (other) => other.series !== series && formatOf(other) === format,
  );
  const { rows } = await tx.sql.query(
    `SELECT 1 FROM ${quote(formats.table)} WHERE tenant_id = $1 AND series::text <> $2 AND format = $3`,
    [tx.tenantId, series, format],
  );
  if (isDeclared || rows.length > 0) throw blockedBy([{ code: 'numbering.same-format', pointer: '/format' }]);
}

/** The commands of the resources of `numberFormats`: the format of numbers that exist does not change. */
export const numberFormatCommands = (resources: readonly ResourceDefinition[]): Command[] =>
  resources.filter(declaredSeries).map((formats) => ({
    resource: formats.name,
    operations: ['create', 'update', 'delete'],
    run: async ({ tx, record, values, changes, proceed }) => {
      if (record) await refuseNumbered(tx, rowOf(record));
      const next = values ?? (record && changes ? { ...record, ...changes } : undefined);
      if (next) {
        await refuseNumbered(tx, rowOf(next));
        await refuseSame(tx, formats, rowOf(next));
      }
      return proceed();
    },
  }));
