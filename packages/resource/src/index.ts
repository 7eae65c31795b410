export * from './field';
export * from './resource';
export * from './columns';
export * from './presets';
export * from './descriptor';
export * from './locale-keys';
