export { type BatchConsumer, batchConsumer, type ReceivedEvent } from './batch-consumer';
