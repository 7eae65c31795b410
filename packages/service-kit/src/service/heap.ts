import { setFlagsFromString } from 'node:v8';

/**
 * V8 collects the whole heap whenever it has grown by a share that depends on the memory limit: by a quarter with a limit of 192 MB. A busy process
 * collects when the heap has doubled instead (ADR 0138). `NODE_OPTIONS` does not take this flag; it works at any time.
 */
export const collectWhenHeapDoubled = (): void => setFlagsFromString('--heap-growing-percent=100');

/** As V8 does by itself: a process that rests keeps what it does not need for as short as possible. */
export const collectByMemoryLimit = (): void => setFlagsFromString('--heap-growing-percent=0');
