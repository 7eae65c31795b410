import { applyTheme } from '@coulisse/ui-kit';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from '../routing/router';
import { loadTexts, startLanguage } from '../texts/language';
import { TextsProvider } from '../texts/react-i18next';
import { App, createClient } from './app';
import { basePath, isEmbedded } from './base-path';
import { readFirstScreen } from './first-screen';
import { expectFirstUse } from './until-used';
import { createTheatreStore, storedTheatre, storeTheatre } from './theatre';

export async function start(): Promise<void> {
  const base = basePath(location.pathname);
  let keep = storeTheatre;
  if (isEmbedded(base)) keep = (await import('../embedding/frame')).startFrame(base);
  else if (location.hash.startsWith('#cart=')) await (await import('../embedding/adopt-cart')).adoptCart();
  applyTheme();
  document.documentElement.dataset.density = 'touch';
  const language = startLanguage();
  document.documentElement.lang = language;
  const texts = await loadTexts(language);
  const root = document.getElementById('root');
  if (!root) return;
  // What the server rendered in another language than the visitor chose is of no use.
  const first = readFirstScreen(language);
  const client = createClient();
  for (const [key, data] of first?.queries ?? []) client.setQueryData(key, data);
  const theatre = createTheatreStore(first ? first.theatre : storedTheatre(), keep);
  if (first) keep(first.theatre);
  const app = (
    <TextsProvider initial={{ language, texts }}>
      <BrowserRouter base={base}>
        <App client={client} theatre={theatre} />
      </BrowserRouter>
    </TextsProvider>
  );
  if (first) {
    expectFirstUse();
    hydrateRoot(root, app);
  } else {
    root.replaceChildren();
    createRoot(root).render(app);
  }
}
