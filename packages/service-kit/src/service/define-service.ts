import type { Manifest, Service } from './manifest';

/** Declares a service; `runService` starts it. */
export const defineService = (manifest: Manifest): Service => ({ manifest });
