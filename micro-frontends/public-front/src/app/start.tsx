import { createI18n } from '@coulisse/mfe-kit/i18n';
import { applyTheme } from '@coulisse/ui-kit';
import { isLanguage } from '@coulisse/ui-kit/format';
import { createRoot } from 'react-dom/client';
import en from '../locales/en.json';
import fr from '../locales/fr.json';
import { App } from './app';

/** The address decides (`?lang=en` in a mail), then what this reader chose before, then the browser. */
function languageOfAddress() {
  const asked = new URLSearchParams(location.search).get('lang');
  if (!isLanguage(asked)) return undefined;
  localStorage.setItem('coulisse.language', asked);
  return asked;
}

export function start(): void {
  applyTheme();
  document.documentElement.dataset.density = 'touch';
  const i18n = createI18n({ language: languageOfAddress(), locales: { front: { fr, en } } });
  const root = document.getElementById('root');
  if (root) createRoot(root).render(<App i18n={i18n} />);
}
