import { defineCommand } from '@coulisse/resource-server';
import { systemActor } from '@coulisse/service-kit';
import { role, saasCustomer, TENANT_ROLES } from '../../resources';

/** Names of the roles that every tenant has, in the language of the product. */
const NAMES = { ADMINISTRATOR: 'Administrateur', USER: 'Utilisateur' } as const;

/** A new customer has the roles that every tenant has. */
export const createCustomer = defineCommand(saasCustomer, 'create', async ({ tx, resources, proceed }) => {
  const created = await proceed();
  const system = systemActor(tx.tenantId, 'identity.new-tenant');
  for (const code of TENANT_ROLES)
    await resources.of(role).create(tx, system, { name: NAMES[code], code, basedOn: code });
  return created;
});
