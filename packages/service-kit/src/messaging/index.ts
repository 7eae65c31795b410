export { KafkaBus } from './kafka-bus';
export { MemoryBus } from './memory-bus';
