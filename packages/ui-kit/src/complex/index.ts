export * from './date-picker';
export * from './picker';
export * from './prime';
