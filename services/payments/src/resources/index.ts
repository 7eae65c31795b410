export * from './manual-payment.resource';
export * from './payment.resource';
