import { createI18n } from '@coulisse/mfe-kit/i18n';
import { applyTheme } from '@coulisse/ui-kit';
import { createRoot } from 'react-dom/client';
import { I18nextProvider } from 'react-i18next';
import { DocsPage } from './docs-page';
import en from './locales/en.json';
import fr from './locales/fr.json';

export function start(): void {
  applyTheme();
  const i18n = createI18n({ locales: { docs: { fr, en } } });
  const root = document.getElementById('root');
  if (!root) return;
  createRoot(root).render(
    <I18nextProvider i18n={i18n}>
      <DocsPage />
    </I18nextProvider>,
  );
}
