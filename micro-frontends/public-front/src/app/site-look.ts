import { applyTheme } from '@coulisse/ui-kit';
import { useEffect } from 'react';
import type { Site } from '../api/types';

/** Address of a public file. */
export const fileUrl = (id: string): string => `/app-api/files/${id}`;

/** Properties of a page in the colour of a tenant, which is readable on white and under white. */
const inColor = (color: string): Record<string, string> => ({
  '--primary': color,
  '--primary-strong': color,
  '--on-primary': '#ffffff',
  '--primary-tint': `color-mix(in srgb, ${color} 10%, #ffffff)`,
});

/** Gives the page the look that its theatre chose; without one it is the visitor's own. */
export function useSiteLook(site: Site | undefined): void {
  const mode = site?.frontMode;
  const color = mode === 'CUSTOM' ? site?.frontColor : undefined;
  useEffect(() => {
    if (!mode) return;
    const { style } = document.documentElement;
    const properties = color ? inColor(color) : {};
    applyTheme(mode === 'DARK' ? 'dark' : 'light');
    for (const [name, value] of Object.entries(properties)) style.setProperty(name, value);
    return () => {
      for (const name of Object.keys(properties)) style.removeProperty(name);
      applyTheme();
    };
  }, [mode, color]);
}
