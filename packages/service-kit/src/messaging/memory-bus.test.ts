import { busContract } from '../../test/support/bus-contract';
import { MemoryBus } from './memory-bus';

busContract('in memory', () => new MemoryBus());
