export * from './document.resource';
