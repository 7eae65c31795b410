export * from '../overlays';
export * from './picker';
export type { DatePickerProps } from './prime-date-picker';
export type { Choice } from './prime-pickers';
