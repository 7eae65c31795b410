import { embeddedBase } from '@coulisse/contracts/embedding';

const OWN = '/app';

/** Path that the pages are below: their own, or that of a frame on the site of a theatre. */
export const basePath = (path: string): string => embeddedBase(path)?.base ?? OWN;

export const isEmbedded = (base: string): boolean => base !== OWN;
