import type { FieldDescriptor, ResourceDescriptor } from '@coulisse/resource';

export type { FieldDescriptor, ResourceDescriptor } from '@coulisse/resource';

export type LifecycleDescriptor = NonNullable<ResourceDescriptor['lifecycle']>;
export type TransitionDescriptor = LifecycleDescriptor['transitions'][number];

/** `/b/api/crm/tiers` → `/crm/tiers`: the path of a screen follows that of its API. */
export const screenPath = (descriptor: ResourceDescriptor): string =>
  descriptor.path.replace(/^\/b\/api/, '');

/** True for a field with a level: it is shown one record at a time, and never kept by the browser. */
export const isRestricted = ({ secret, sensitive }: FieldDescriptor): boolean => !!secret || !!sensitive;
