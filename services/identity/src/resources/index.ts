export { entity } from './entity.resource';
export { FULL_ROLE, role, TENANT_ROLES, type TenantRole } from './role.resource';
export { saasCustomer } from './saas-customer.resource';
export { user } from './user.resource';
