/**
 * Does what `applyTheme` of the interface does, before the first paint: the page shows what the server rendered before
 * its scripts arrive. A script of the built page; the content security policy names its digest.
 */
export const themeBeforePaint = `(() => {
  let theme;
  try { theme = localStorage.getItem('coulisse.theme'); } catch {}
  const dark = theme === 'dark' || (theme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.dataset.theme = dark ? 'dark' : 'light';
})();`;
