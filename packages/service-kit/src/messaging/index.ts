export { KafkaBus } from './kafka-bus';
export { MemoryBus } from './memory-bus';
export { batchHandlerOf } from './types';
