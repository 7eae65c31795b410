import '@coulisse/ui-kit/parts.css';
import '@coulisse/resource-ui/resource.css';
import './styles/shell.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createI18n, loadErrors } from '@coulisse/mfe-kit';
import { applyTheme, toLanguage } from '@coulisse/ui-kit';
import { resourceLocales } from '@coulisse/resource-ui';
import { signIn } from './auth/session';
import en from './locales/en.json';
import fr from './locales/fr.json';
import { Portal } from './portal';
import { StartFailure } from './pages/start-failure';

const start = async () => {
  applyTheme();
  const element = document.getElementById('root');
  if (!element) throw new Error('The page has no #root');
  const root = createRoot(element);
  const i18n = createI18n({ locales: { resource: resourceLocales, shell: { fr, en } } });
  void loadErrors(i18n, toLanguage(i18n.language));
  try {
    const session = await signIn(() => toLanguage(i18n.language));
    root.render(
      <StrictMode>
        <Portal session={session} i18n={i18n} />
      </StrictMode>,
    );
  } catch (failure) {
    root.render(<StartFailure failure={failure} i18n={i18n} />);
  }
};

void start();
