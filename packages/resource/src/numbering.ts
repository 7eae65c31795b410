import type { AnyRecord, ResourceDefinition } from './resource';

/** What `nextCode` is asked for, and the field that takes the answer. */
export interface NumberDue {
  readonly field: string;
  readonly series: string;
  readonly prefix: string;
  readonly year: number;
}
const YEAR = new Intl.DateTimeFormat('en', { timeZone: 'Europe/Paris', year: 'numeric' });

/**
 * The numbers that a record takes at an operation (`create` or the name of a transition): those that it does not have
 * yet. Series begin again each year, on the first of January in Paris.
 */
export const numbersDue = (
  resource: ResourceDefinition,
  operation: string,
  record: Readonly<Record<string, unknown>> | AnyRecord,
  now: Date = new Date(),
): NumberDue[] =>
  Object.entries(resource.fields).flatMap(([field, { spec }]) => {
    const { numbering } = spec;
    const taken = (record as Readonly<Record<string, unknown>>)[field];
    if (numbering?.on !== operation || (taken !== null && taken !== undefined)) return [];
    return [{ field, series: numbering.series, prefix: numbering.prefix, year: Number(YEAR.format(now)) }];
  });
