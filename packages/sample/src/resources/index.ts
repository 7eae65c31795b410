export * from './check.resource';
export * from './delivery.resource';
export * from './gadget.resource';
export * from './holiday.resource';
export * from './organisation.resource';
export * from './shelf.resource';
