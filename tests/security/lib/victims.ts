import { inParallel, send } from './http-client';
import { collectionOf, type Description } from './openapi';

/** How an owner reads records. */
export interface Owner {
  origin: string;
  token: () => Promise<string>;
}

export interface VictimRecord {
  collection: string;
  id: string;
  version: string;
}

export interface Victims {
  /** Ids by the path that lists them. */
  ids: ReadonlyMap<string, readonly string[]>;
  records: VictimRecord[];
}

const EACH = 3;

async function readJson({ origin, token }: Owner, path: string): Promise<unknown> {
  const { status, body } = await send(origin, {
    method: 'GET',
    path,
    headers: { authorization: `Bearer ${await token()}` },
  });
  if (status !== 200) return undefined;
  try {
    return JSON.parse(body.toString()) as unknown;
  } catch {
    return undefined;
  }
}

type Row = { id?: unknown; version?: unknown };
const rowsOf = (body: unknown): Row[] => {
  const items = (body as { items?: unknown } | undefined)?.items;
  return Array.isArray(items) ? (items as Row[]) : [];
};
const idOf = (row: Row): string | null => (typeof row.id === 'string' ? row.id : null);

/** Lists that the description has an operation for. */
const listsOf = ({ operations }: Description): string[] => [
  ...new Set(
    operations.filter(({ method, path }) => method === 'GET' && !path.includes('{')).map(({ path }) => path),
  ),
];

/** The ids of the owners' records, a few of each list, and of their children. */
export async function victimsOf(description: Description, owners: readonly Owner[]): Promise<Victims> {
  const ids = new Map<string, string[]>();
  const records: VictimRecord[] = [];
  const readable = new Set(
    description.operations.filter(({ method }) => method === 'GET').map(({ path }) => path),
  );
  const addIds = (collection: string, found: readonly string[]) =>
    ids.set(collection, [...(ids.get(collection) ?? []), ...found]);
  for (const owner of owners) {
    await inParallel(listsOf(description), 8, async (collection) => {
      const rows = rowsOf(await readJson(owner, collection)).slice(0, EACH);
      const found = rows.map(idOf).filter((id) => id !== null);
      addIds(collection, found);
      for (const row of rows)
        if (typeof row.id === 'string' && readable.has(`${collection}/{id}`))
          records.push({ collection, id: row.id, version: JSON.stringify(row.version ?? null) });
    });
    for (const room of ids.get('/b/api/configuration/salles') ?? []) {
      const plans = rowsOf(await readJson(owner, `/b/api/configuration/salles/${room}/plans`));
      addIds(
        'plan',
        plans.map(idOf).filter((id) => id !== null),
      );
    }
  }
  return { ids, records };
}

/** A real id of another tenant for a parameter of a path, or one of no record. */
export function victimId(
  victims: Victims,
  path: string,
  name: string,
  pick: (from: readonly string[]) => string,
) {
  const collection = collectionOf(path);
  const lists: Record<string, string> = {
    id: collection,
    plan: 'plan',
    viewId: collection,
    reservation: '/b/api/prestiscene/reservations',
    transition: '',
  };
  if (name === 'transition') return 'valid';
  const existingIds = victims.ids.get(lists[name] ?? '') ?? [];
  return existingIds.length > 0 ? pick(existingIds) : NOBODY;
}

export const NOBODY = '01890000-0000-7000-8000-000000000000';

/** Records that have changed. */
export async function changedRecords(owners: readonly Owner[], { records }: Victims): Promise<string[]> {
  const changed: string[] = [];
  const readable = records.filter(({ collection }) => !/\/_\w+$/.test(collection));
  await inParallel(readable, 8, async ({ collection, id, version }) => {
    const found = await Promise.all(owners.map((owner) => readJson(owner, `${collection}/${id}`)));
    const record = found.find((row) => row !== undefined) as Row | undefined;
    if (!record) changed.push(`${collection}/${id} is gone`);
    else if (JSON.stringify(record.version ?? null) !== version)
      changed.push(`${collection}/${id} has changed`);
  });
  return changed;
}
