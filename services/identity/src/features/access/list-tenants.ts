import type { identityV1 } from '@coulisse/contracts';
import { Problem, type ServiceContext } from '@coulisse/service-kit';
import { validate as isUuid } from 'uuid';

const PAGE = 1_000;
const FIRST = '00000000-0000-0000-0000-000000000000';
const LIST = `SELECT tenant_id AS "tenantId", time_zone AS "timeZone", is_archived AS archived
  FROM saas_customer WHERE tenant_id > $1 ORDER BY tenant_id LIMIT ${PAGE}`;

/** The SaaS customers with the parameters that every service needs: a page after an id, or the first one (`''`). */
export async function listTenants(
  after: string,
  ctx: ServiceContext,
): Promise<identityV1.TenantParameters[]> {
  if (after !== '' && !isUuid(after)) throw new Problem('request.malformed');
  return ctx.db.inPlatform(
    'list tenants',
    async ({ sql }) =>
      (await sql.query<identityV1.TenantParameters & Record<string, unknown>>(LIST, [after || FIRST])).rows,
  );
}
