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

test.each(
  [null, 'light', 'dark', 'auto', 'purple'].flatMap((stored) =>
    [true, false].map((prefersDark) => ({ stored, prefersDark })),
  ),
)('before the first paint the theme is that of the interface: %o', (settings) => {
  const early = themeAfter(runScript, settings);
  expect(['light', 'dark']).toContain(early);
  expect(early).toBe(themeAfter(() => applyTheme(), settings));
});
