import type { ResourceDefinition } from '@coulisse/resource';
import type { Tx } from '@coulisse/service-kit/database';
import type { Link } from '../links';
import { runStatement, type Store } from '../store';
import type { Changes, Row } from '../types';
import { publicationsOf, type Publication } from './publication';

/** Records per transaction: their rows cannot be changed meanwhile. */
const BATCH = 500;

const BEFORE_ALL = '00000000-0000-0000-0000-000000000000';
const NEXT = `SELECT id, resource, via, target_id AS "targetId", after_id AS "afterId" FROM kit.republication
  WHERE tenant_id = $1 ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED`;
const REQUEST = `INSERT INTO kit.republication (tenant_id, resource, via, target_id) VALUES ($1, $2, $3, $4)`;
/** Shorter than the time after which the database looks for deadlocks: a person's change never has to give way. */
const LOCK_TIMEOUT = `SET LOCAL lock_timeout = '300ms'`;

interface Request extends Row {
  id: string;
  resource: string;
  via: string | null;
  targetId: string | null;
  afterId: string | null;
}

/** A reference of published records, and what is published of them. */
interface Dependent {
  readonly publication: Publication;
  readonly link: Link;
}
const keyOf = (resource: string, via: string) => `${resource} ${via}`;

/** Records that are to be published again: all those of a resource, or those that refer to a certain record. */
export class Republication {
  readonly publications: ReadonlyMap<string, Publication>;
  /** By the name of the resource that they refer to: references whose published values the database computes. */
  private readonly dependents = new Map<string, readonly Dependent[]>();
  private readonly byKey = new Map<string, Dependent>();
  private readonly listeners: (() => void)[] = [];

  constructor(resources: readonly ResourceDefinition[], store: Store) {
    this.publications = publicationsOf(resources);
    for (const resource of resources) {
      const dependents = store.linksTo(resource).flatMap((link): Dependent[] => {
        const publication = this.publications.get(link.source.resource.name);
        return publication?.isComputed ? [{ publication, link }] : [];
      });
      this.dependents.set(resource.name, dependents);
      for (const dependent of dependents)
        this.byKey.set(keyOf(dependent.publication.resource.name, dependent.link.field), dependent);
    }
  }

  /** The listener is called after the commit of a request. */
  onRequested(listener: () => void): void {
    this.listeners.push(listener);
  }

  /**
   * Requests that the records which refer to a changed one are published again: the database may compute their labels from
   * its texts. The request is sent with the next statement.
   */
  requestDependents(tx: Tx, resource: ResourceDefinition, id: string, changes: Changes): void {
    const dependents = this.dependents.get(resource.name) ?? [];
    const isText = (field: string) => resource.fields[field]?.spec.kind === 'text';
    if (dependents.length === 0 || !Object.keys(changes).some(isText)) return;
    for (const { publication, link } of dependents)
      tx.defer({
        name: 'republication_request',
        text: REQUEST,
        values: [tx.tenantId, publication.resource.name, link.field, id],
      });
    tx.afterCommit(() => this.listeners.forEach((listener) => listener()));
  }

  /** Publishes the next records of the tenant, in the open transaction; null when there is no request. */
  async publishNext(tx: Tx): Promise<number | null> {
    const { rows: requests } = await tx.sql.query<Request>(NEXT, [tx.tenantId]);
    const [request] = requests;
    if (!request) return null;
    const source = this.sourceOf(request);
    // Requested by another version of the service: its resource is no longer published, or not yet.
    const rows = source ? await this.read(tx, request, source) : [];
    if (source) tx.publishRecords(rows.map((row) => source.publication.ofRow(row)));
    if (rows.length === BATCH)
      await tx.sql.query('UPDATE kit.republication SET after_id = $2 WHERE id = $1', [
        request.id,
        rows.at(-1)?.id,
      ]);
    else await tx.sql.query('DELETE FROM kit.republication WHERE id = $1', [request.id]);
    return rows.length;
  }

  private async read(
    tx: Tx,
    { via, targetId, afterId }: Request,
    { publication, from }: { publication: Publication; from: string },
  ): Promise<Row[]> {
    await tx.sql.query(LOCK_TIMEOUT);
    const page = `${from} AND t.id > $2 ORDER BY t.id LIMIT $3`;
    const { rows } = await runStatement<Row>(tx.sql, {
      ...publication.reading(`next ${via ?? ''}`, page),
      values: [tx.tenantId, afterId ?? BEFORE_ALL, BATCH, ...(via === null ? [] : [targetId])],
    });
    return rows;
  }

  private sourceOf({
    resource,
    via,
  }: Request): { readonly publication: Publication; readonly from: string } | undefined {
    const dependent = via === null ? undefined : this.byKey.get(keyOf(resource, via));
    if (via !== null) return dependent && { ...dependent, from: dependent.link.from('$1', '$4') };
    const publication = this.publications.get(resource);
    return publication && { publication, from: publication.ownRows };
  }
}
