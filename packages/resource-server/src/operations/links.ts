import { message } from '@coulisse/contracts';
import { mayAll } from '@coulisse/service-kit/actor';
import type { Tx } from '@coulisse/service-kit/database';
import { hiddenLinks, namedLinks, type Link } from '../links';
import type { OperationSteps } from '../operation-steps';
import type { Statements } from '../statements';
import { runStatement } from '../store';
import type { Call, Row } from '../types';

/** References that prevent the deletion of a record, as in the extension `links` of the problem. */
export interface LinkedData {
  /** Null if the caller may not read the referring records: then only their existence is reported. */
  resource: string | null;
  label: string;
  field: string | null;
  count: number | null;
  sample: { id: string; label: string | null }[];
}

/** Finds the references to a record: one statement for each resource that can refer to it. */
export async function linkedData(
  steps: OperationSteps,
  tx: Tx,
  call: Call,
  id: string,
): Promise<LinkedData[]> {
  const { resource, actor, language } = call;
  const bySource = new Map<Statements, Link[]>();
  for (const link of steps.store.linksTo(resource))
    bySource.set(link.source, [...(bySource.get(link.source) ?? []), link]);

  const found: LinkedData[] = [];
  for (const [source, links] of bySource) {
    const { name, rights } = source.resource;
    const values = [tx.tenantId, id];
    if (!mayAll(actor, `${rights}.read`)) {
      const { rows } = await runStatement<Row>(tx.sql, {
        ...hiddenLinks(source, links, resource.name),
        values,
      });
      if (rows[0]?.linked) found.push(unnamed(call));
      continue;
    }
    const { rows } = await runStatement<Row>(tx.sql, { ...namedLinks(source, links, resource.name), values });
    for (const { field, count, sample } of rows)
      if (Number(count) > 0)
        found.push({
          resource: name,
          label: steps.settings.locales?.[language][`${name}.plural`] ?? name,
          field: String(field),
          count: Number(count),
          sample: sample as LinkedData['sample'],
        });
  }
  const shown = found.filter((link) => link.resource !== null);
  // Rows that belong to no resource can prevent the deletion, too: they are reported as other data.
  return shown.length < found.length || found.length === 0 ? [...shown, unnamed(call)] : shown;
}

const unnamed = ({ language }: Call): LinkedData => ({
  resource: null,
  label: message('foreign-key.other-data', language),
  field: null,
  count: null,
  sample: [],
});
