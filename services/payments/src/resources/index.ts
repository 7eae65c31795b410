export * from './payment.resource';
