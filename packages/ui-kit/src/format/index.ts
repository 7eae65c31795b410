export * from './date';
export * from './fold-text';
export * from './language';
export * from './money';
export * from './phone';
export * from './size';
export * from './text';
export * from './zone';
