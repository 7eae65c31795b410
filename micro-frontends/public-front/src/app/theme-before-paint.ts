/**
 * Gives the page its theme before the first paint: that of its theatre, as the server wrote it into the page (`data-look`,
 * empty where the theatre has none) or as an earlier page of the tab stored it; else what `applyTheme` of the interface
 * does. A script of the built page; the content security policy names its digest.
 */
export const themeBeforePaint = `(() => {
  const { dataset, style } = document.documentElement;
  let look = dataset.look, theme;
  try {
    theme = localStorage.getItem('coulisse.theme');
    if (look === undefined) {
      const { frontMode, colors } = JSON.parse(sessionStorage.getItem('coulisse.theatre')).site;
      if (frontMode) look = dataset.look = frontMode === 'DARK' ? 'dark' : 'light';
      for (const name in colors) style.setProperty(name, colors[name]);
    }
  } catch {}
  theme = look || theme;
  const dark = theme === 'dark' || (theme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  dataset.theme = dark ? 'dark' : 'light';
})();`;
