import { useState } from 'react';
import type { ResourceDescriptor } from '@coulisse/mfe-kit';

const keyOf = (descriptor: ResourceDescriptor): string => `coulisse.collapsed.${descriptor.name}`;

const read = (key: string): string[] => {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? '[]');
    return Array.isArray(stored)
      ? stored.filter((section): section is string => typeof section === 'string')
      : [];
  } catch {
    return [];
  }
};

/** The collapsed sections of a resource's records, stored on this device. */
export const useCollapsed = (descriptor: ResourceDescriptor) => {
  const key = keyOf(descriptor);
  const [closed, setClosed] = useState(() => read(key));
  const toggle = (section: string) => {
    const next = closed.includes(section) ? closed.filter((name) => name !== section) : [...closed, section];
    setClosed(next);
    try {
      localStorage.setItem(key, JSON.stringify(next));
    } catch {
      // Storage is not available: the choice is lost with the page.
    }
  };
  return { isClosed: (section: string) => closed.includes(section), toggle };
};
