import { resourceV1, type ServiceName } from '@coulisse/contracts';
import type { ResourceDefinition } from '@coulisse/resource';
import { systemActor } from '@coulisse/service-kit/actor';
import { rpc, type Rpc } from '@coulisse/service-kit/grpc';
import { Problem } from '@coulisse/service-kit/problem';
import { z } from 'zod';
import { publicationsOf } from '../publication/publication';
import { runStatement } from '../store';
import type { Row } from '../types';

const request = z.object({
  tenantId: z.uuid(),
  resource: z.string().max(80),
  ids: z.array(z.uuid()).max(500),
});

/** Resolves the records of a service for the services that may refer to them. */
export function referenceRpc(resources: readonly ResourceDefinition[], callers: readonly ServiceName[]): Rpc {
  const publications = publicationsOf(resources);
  return rpc(
    resourceV1.ReferenceServiceService,
    { resolve: callers },
    {
      resolve: async (message, { db }) => {
        const parsed = request.safeParse(message);
        if (!parsed.success) throw new Problem('request.malformed', { cause: parsed.error });
        const { tenantId, resource, ids } = parsed.data;
        const publication = publications.get(resource);
        if (!publication || ids.length === 0) return { records: [] };
        const reading = publication.reading(
          'resolve',
          `${publication.ownRows} AND t.id = ANY ((SELECT $2::uuid[])::uuid[])`,
          false,
        );
        const { rows } = await db.inTenant(systemActor(tenantId, 'references'), ({ sql }) =>
          runStatement<Row>(sql, { ...reading, values: [tenantId, ids] }),
        );
        const records = rows.flatMap((row) => {
          const event = publication.ofRow(row);
          if (event.$case !== 'changed') return [];
          const { id, version, label, archived, mergedInto } = event.value;
          return [{ id, version, label, archived, mergedInto }];
        });
        return { records };
      },
    },
  );
}
