import { message } from '@coulisse/contracts';
import { may } from '../../actor';
import type { Tx } from '../../database/types';
import { hiddenLinks, namedLinks, type Link } from '../links';
import type { Pipeline } from '../pipeline';
import type { Statements } from '../statements';
import { ask } from '../store';
import type { Call, Row } from '../types';

/** What keeps a record from being deleted, as the extension `links` of the problem says it. */
export interface LinkedData {
  /** Null when the caller may not read what points here: then it is only said that something does. */
  resource: string | null;
  label: string;
  field: string | null;
  count: number | null;
  sample: { id: string; label: string | null }[];
}

/** Looks at what points at a record: one statement for each resource that can. */
export async function linkedData(pipeline: Pipeline, tx: Tx, call: Call, id: string): Promise<LinkedData[]> {
  const { resource, actor, language } = call;
  const bySource = new Map<Statements, Link[]>();
  for (const link of pipeline.store.linksTo(resource))
    bySource.set(link.source, [...(bySource.get(link.source) ?? []), link]);

  const found: LinkedData[] = [];
  for (const [source, links] of bySource) {
    const { name, rights } = source.resource;
    const values = [tx.tenantId, id];
    if (!may(actor, `${rights}.read`)) {
      const { rows } = await ask<Row>(tx.sql, { ...hiddenLinks(source, links, resource.name), values });
      if (rows[0]?.linked) found.push(unnamed(call));
      continue;
    }
    const { rows } = await ask<Row>(tx.sql, { ...namedLinks(source, links, resource.name), values });
    for (const { field, count, sample } of rows)
      if (Number(count) > 0)
        found.push({
          resource: name,
          label: pipeline.settings.locales?.[language][`${name}.plural`] ?? name,
          field: String(field),
          count: Number(count),
          sample: sample as LinkedData['sample'],
        });
  }
  const shown = found.filter((one) => one.resource !== null);
  // What no resource shows refused it all the same: rows that a feature keeps.
  return shown.length < found.length || found.length === 0 ? [...shown, unnamed(call)] : shown;
}

const unnamed = ({ language }: Call): LinkedData => ({
  resource: null,
  label: message('foreign-key.other-data', language),
  field: null,
  count: null,
  sample: [],
});
