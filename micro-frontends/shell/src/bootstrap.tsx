import '@coulisse/ui-kit/parts.css';
import '@coulisse/resource-ui/resource.css';
import './styles/shell.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createI18n, firstLanguage } from '@coulisse/mfe-kit';
import { applyTheme, toLanguage } from '@coulisse/ui-kit';
import { signIn } from './auth/session';
import { Portal } from './portal';
import { StartFailure } from './pages/start-failure';
import { loadTexts } from './texts/load-texts';

const start = async () => {
  applyTheme();
  const element = document.getElementById('root');
  if (!element) throw new Error('The page has no #root');
  const root = createRoot(element);
  const language = firstLanguage();
  const i18n = createI18n({ language, texts: await loadTexts(language), load: loadTexts });
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
