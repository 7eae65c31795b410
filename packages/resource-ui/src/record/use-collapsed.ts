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

/**
 * The collapsed sections of a resource's records. The device stores those that the person opened or closed: the others are
 * as the module wants them at first.
 */
export const useCollapsed = (descriptor: ResourceDescriptor) => {
  const key = keyOf(descriptor);
  const [changed, setChanged] = useState(() => read(key));
  const toggle = (section: string) => {
    const next = changed.includes(section)
      ? changed.filter((name) => name !== section)
      : [...changed, section];
    setChanged(next);
    try {
      localStorage.setItem(key, JSON.stringify(next));
    } catch {
      // Storage is not available: the choice is lost with the page.
    }
  };
  const isClosed = ({ key: section, closed = false }: { key: string; closed?: boolean }): boolean =>
    changed.includes(section) ? !closed : closed;
  return { isClosed, toggle };
};
