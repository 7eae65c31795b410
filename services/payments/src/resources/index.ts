export * from './bank-settings.resource';
export * from './manual-payment.resource';
export * from './payment.resource';
