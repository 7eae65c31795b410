import type { AnyRecord, ResourceDefinition } from './resource-definition';

/** Arguments of `nextCode`, and the field that stores its result. */
export interface PendingNumber {
  readonly field: string;
  readonly series: string;
  readonly prefix: string;
  readonly year: number;
}
const YEAR = new Intl.DateTimeFormat('en', { timeZone: 'Europe/Paris', year: 'numeric' });

/**
 * The numbers that a record needs at an operation (`create` or the name of a transition) and does not have yet. Series
 * restart each year, on 1 January in Europe/Paris.
 */
export const pendingNumbers = (
  resource: ResourceDefinition,
  operation: string,
  record: Readonly<Record<string, unknown>> | AnyRecord,
  now: Date = new Date(),
): PendingNumber[] =>
  Object.entries(resource.fields).flatMap(([field, { spec }]) => {
    const { numbering } = spec;
    const taken = (record as Readonly<Record<string, unknown>>)[field];
    if (numbering?.on !== operation || (taken !== null && taken !== undefined)) return [];
    return [{ field, series: numbering.series, prefix: numbering.prefix, year: Number(YEAR.format(now)) }];
  });
