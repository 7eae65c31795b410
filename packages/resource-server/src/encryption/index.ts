export { DataKeys, type TenantTx } from './data-keys';
export { InstallationKeys } from './installation-keys';
