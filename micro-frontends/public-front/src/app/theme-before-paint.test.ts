/** @jest-environment jsdom */
import { applyTheme } from '@coulisse/ui-kit';
import { themeBeforePaint } from './theme-before-paint';

/** The theme of the page after `work`, on a system that prefers dark colours or not. */
function themeAfter(
  work: () => void,
  { stored, prefersDark }: { stored: string | null; prefersDark: boolean },
) {
  window.matchMedia = ((media: string) => ({
    media,
    matches: prefersDark,
    addEventListener: () => undefined,
  })) as unknown as typeof window.matchMedia;
  localStorage.clear();
  if (stored !== null) localStorage.setItem('coulisse.theme', stored);
  delete document.documentElement.dataset.theme;
  work();
  return document.documentElement.dataset.theme;
}
const runScript = () => {
  const script = document.createElement('script');
  script.textContent = themeBeforePaint;
  document.head.append(script);
  script.remove();
};

describe('the look of a theatre', () => {
  const lookAfter = (site: unknown, { look, stored }: { look?: string; stored?: string } = {}) => {
    const root = document.documentElement;
    delete root.dataset.look;
    root.removeAttribute('style');
    if (look !== undefined) root.dataset.look = look;
    sessionStorage.clear();
    if (site !== undefined) sessionStorage.setItem('coulisse.theatre', JSON.stringify({ id: 't', site }));
    const theme = themeAfter(runScript, { stored: stored ?? null, prefersDark: false });
    const early = [theme, root.style.getPropertyValue('--primary')];
    applyTheme();
    // The interface keeps to it.
    expect(root.dataset.theme).toBe(theme);
    delete root.dataset.look;
    sessionStorage.clear();
    return early;
  };
  test('that the server wrote counts more than the choice of the visitor', () => {
    expect(lookAfter(undefined, { look: 'dark', stored: 'light' })).toEqual(['dark', '']);
    expect(lookAfter({ frontMode: 'LIGHT' }, { look: 'dark' })).toEqual(['dark', '']);
  });
  test('that an earlier page of the tab stored is that of a page which the browser renders', () => {
    expect(lookAfter({ frontMode: 'DARK' }, { stored: 'light' })).toEqual(['dark', '']);
    const colors = { '--primary': '#5b2d86' };
    expect(lookAfter({ frontMode: 'CUSTOM', colors }, { stored: 'dark' })).toEqual(['light', '#5b2d86']);
  });
  test('is not that of another theatre, nor of a broken store', () => {
    expect(lookAfter({ frontMode: 'DARK' }, { look: '' })).toEqual(['light', '']);
    expect(lookAfter(null, { stored: 'dark' })).toEqual(['dark', '']);
    expect(lookAfter(undefined)).toEqual(['light', '']);
  });
});

test.each(
  [null, 'light', 'dark', 'auto', 'purple'].flatMap((stored) =>
    [true, false].map((prefersDark) => ({ stored, prefersDark })),
  ),
)('before the first paint the theme is that of the interface: %o', (settings) => {
  const early = themeAfter(runScript, settings);
  expect(['light', 'dark']).toContain(early);
  expect(early).toBe(themeAfter(() => applyTheme(), settings));
});
