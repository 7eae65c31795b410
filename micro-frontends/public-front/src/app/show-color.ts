import type { CSSProperties } from 'react';

/** Colours that a style element may contain as they are. */
const COLOR = /^#[0-9a-f]{3,8}$/i;

export interface ShowColor {
  'data-show-color'?: string;
  style?: CSSProperties;
  suppressHydrationWarning?: boolean;
}

/**
 * Properties of an element in the colour of a show. The content security policy refuses style attributes in HTML: the
 * server leaves the attribute out and writes a rule for the colour (`showColorRules`), scripts set it on the element.
 */
export function showColor(color: string | null | undefined): ShowColor {
  if (!color || !COLOR.test(color)) return {};
  const isServer = typeof document === 'undefined';
  return {
    'data-show-color': color,
    suppressHydrationWarning: true,
    ...(!isServer && { style: { '--show': color } as CSSProperties }),
  };
}

/** Rules for the colours that occur in rendered HTML. */
export function showColorRules(html: string): string {
  const colors = [...html.matchAll(/ data-show-color="([^"]*)"/g)].map(([, color = '']) => color);
  return [...new Set(colors)]
    .filter((color) => COLOR.test(color))
    .map((color) => `[data-show-color='${color}']{--show:${color}}`)
    .join('');
}
