export { formula } from './formula.resource';
export { option } from './option.resource';
export { performance } from './performance.resource';
export { reservation } from './reservation.resource';
export { room } from './room.resource';
export { seatCategory } from './seat-category.resource';
export { settings } from './settings.resource';
export { show } from './show.resource';
