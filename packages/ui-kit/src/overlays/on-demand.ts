import { onDemand } from '../parts/on-demand';

// Menus and sheets are PrimeReact's, 40 kB compressed: loaded when the pointer or the focus reaches what opens one.
export const ActionList = onDemand(async () => (await import('./action-list')).ActionList);
export const Sheet = onDemand(async () => (await import('./sheet')).Sheet);
