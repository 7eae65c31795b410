import { createI18n } from '@coulisse/mfe-kit/i18n';
import { applyTheme } from '@coulisse/ui-kit';
import { isLanguage } from '@coulisse/ui-kit/format';
import { createRoot } from 'react-dom/client';
import en from '../locales/en.json';
import fr from '../locales/fr.json';
import { App } from './app';

/** Language of the URL (`?lang=en` in a mail); without it the earlier choice counts, then the browser. */
function languageOfAddress() {
  const requested = new URLSearchParams(location.search).get('lang');
  if (!isLanguage(requested)) return undefined;
  localStorage.setItem('coulisse.language', requested);
  return requested;
}

export function start(): void {
  applyTheme();
  document.documentElement.dataset.density = 'touch';
  const i18n = createI18n({ language: languageOfAddress(), locales: { front: { fr, en } } });
  const root = document.getElementById('root');
  if (root) createRoot(root).render(<App i18n={i18n} />);
}
