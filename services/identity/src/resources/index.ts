export { saasCustomer } from './saas-customer.resource';
export { user } from './user.resource';
