export * from './anchored';
export * from './context-menu';
export * from './menu';
export * from './menu-section';
export * from './popover';
