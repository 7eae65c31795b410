export * from './notification.resource';
