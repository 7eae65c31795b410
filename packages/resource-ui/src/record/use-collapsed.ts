import { useState } from 'react';
import type { ResourceDescriptor } from '@coulisse/mfe-kit';

const keyOf = (descriptor: ResourceDescriptor): string => `coulisse.collapsed.${descriptor.name}`;

const read = (key: string): string[] => {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? '[]');
    return Array.isArray(stored) ? stored.filter((one): one is string => typeof one === 'string') : [];
  } catch {
    return [];
  }
};

/** Sections that this person keeps closed, for every record of a resource, on this device. */
export const useCollapsed = (descriptor: ResourceDescriptor) => {
  const key = keyOf(descriptor);
  const [closed, setClosed] = useState(() => read(key));
  const toggle = (section: string) => {
    const next = closed.includes(section) ? closed.filter((one) => one !== section) : [...closed, section];
    setClosed(next);
    try {
      localStorage.setItem(key, JSON.stringify(next));
    } catch {
      // No store here: closed for as long as the page lives.
    }
  };
  return { isClosed: (section: string) => closed.includes(section), toggle };
};
