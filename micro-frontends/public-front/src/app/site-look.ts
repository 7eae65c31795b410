import { applyTheme } from '@coulisse/ui-kit';
import type { Site } from '../api/types';

/** Properties of a page in the colour of a tenant, which is readable on white and under white. */
const inColor = (color: string): Record<string, string> => ({
  '--primary': color,
  '--primary-strong': color,
  '--on-primary': '#ffffff',
  '--primary-tint': `color-mix(in srgb, ${color} 10%, #ffffff)`,
});

/** Gives the page the look that its theatre chose; returns what takes it away again. */
export function showLook({ frontMode, frontColor }: Site): () => void {
  const { style } = document.documentElement;
  const properties = frontMode === 'CUSTOM' && frontColor ? inColor(frontColor) : {};
  applyTheme(frontMode === 'DARK' ? 'dark' : 'light');
  for (const [name, value] of Object.entries(properties)) style.setProperty(name, value);
  return () => {
    for (const name of Object.keys(properties)) style.removeProperty(name);
    applyTheme();
  };
}
