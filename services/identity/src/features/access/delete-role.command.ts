import { defineCommand } from '@coulisse/resource-server';
import { Problem } from '@coulisse/service-kit';
import { role } from '../../resources';

/** A role that every tenant has is not deleted; one in use is refused by the reference to it. */
export const deleteRole = defineCommand(role, 'delete', async ({ record, proceed }) => {
  if (record.code !== null) throw new Problem('role.base-fixed', { status: 409 });
  return proceed();
});
