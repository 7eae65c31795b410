import type { AnyRecord, ResourceDefinition } from '@coulisse/resource';
import type { Actor } from '@coulisse/service-kit/actor';
import type { SqlResult, Tx } from '@coulisse/service-kit/database';
import type { Statement } from './statements';
import type { Row } from './types';

/** Reads the facts of a lifecycle: one statement for all records, so that `_actions` never costs one per transition. */
export interface FactsReader {
  readonly tenantId: string;
  query<R extends Row>(text: string, values: readonly unknown[]): Promise<SqlResult<R>>;
}

declare module '@coulisse/resource' {
  interface ServerTypes {
    tx: Tx;
    actor: Actor;
    factsReader: FactsReader;
  }
}

/** The facts of each record, in their order; undefined for a lifecycle without facts. */
export async function loadFacts(
  { name, lifecycle }: ResourceDefinition,
  actor: Actor,
  tenantId: string,
  records: readonly AnyRecord[],
  send: (statement: Statement) => Promise<SqlResult<Row>>,
): Promise<readonly unknown[]> {
  if (!lifecycle?.facts || records.length === 0) return records.map(() => undefined);
  let statements = 0;
  const reader: FactsReader = {
    tenantId,
    query: async <R extends Row>(text: string, values: readonly unknown[]) => {
      statements += 1;
      if (statements > 1) throw new Error(`the facts of ${name} are read by more than one statement`);
      return (await send({ text, values })) as SqlResult<R>;
    },
  };
  const facts = await lifecycle.facts(reader, { records, actor });
  if (facts.length !== records.length)
    throw new Error(`${name} returned facts of ${facts.length} records instead of ${records.length}`);
  return facts;
}
