import type { Topic, TopicEvent } from '@coulisse/contracts';
import type { Emission } from '@coulisse/resource';

/** A type-checked event of a topic, for the `emits` of a resource. */
export const emission = <T extends Topic>(topic: T, event: TopicEvent<T>): Emission => ({ topic, event });
