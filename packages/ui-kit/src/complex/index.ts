export * from '../overlays';
export * from './date-picker';
export * from './picker';
