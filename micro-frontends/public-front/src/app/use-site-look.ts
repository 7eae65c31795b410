import { applyTheme } from '@coulisse/ui-kit';
import { useEffect } from 'react';
import type { Site } from '../api/types';
import { lookOf } from './site-look';

/** Address of a public file. */
export const fileUrl = (id: string): string => `/app-api/files/${id}`;

/** The typeface that a theatre chose for names and titles; its sheet is loaded for such a theatre alone. */
function useSiteFont(font: Site['font']): void {
  useEffect(() => {
    if (!font) return;
    const { dataset } = document.documentElement;
    dataset['font'] = font;
    void import(/* webpackChunkName: "site-fonts" */ '@coulisse/ui-kit/site-fonts.css');
    return () => {
      delete dataset['font'];
    };
  }, [font]);
}

/** Gives the page the look that its theatre chose; without one it is the visitor's own. */
export function useSiteLook(site: Site | undefined): void {
  useSiteFont(site?.font);
  useEffect(() => {
    const look = lookOf(site);
    if (!look) return;
    const { dataset, style } = document.documentElement;
    const colors = Object.entries(site?.colors ?? {});
    dataset.look = look;
    for (const [name, value] of colors) style.setProperty(name, value);
    applyTheme();
    return () => {
      delete dataset.look;
      delete dataset.site;
      for (const [name] of colors) style.removeProperty(name);
      applyTheme();
    };
  }, [site]);
}
