import { kafkaBrokers } from '@coulisse/test-kit';
import { createLogger, KafkaBus } from '../src';
import { busContract } from './support/bus-contract';

jest.setTimeout(60_000);

const log = createLogger({ name: 'test', level: process.env.TEST_LOG_LEVEL ?? 'silent' });
busContract('kafkajs', () => new KafkaBus({ brokers: kafkaBrokers().split(','), clientId: 'contract', log }));
