export * from './date';
export * from './language';
export * from './money';
export * from './phone';
export * from './size';
export * from './text';
export * from './zone';
