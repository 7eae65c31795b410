import { createRoot } from 'react-dom/client';
import { setTheme } from '@coulisse/ui-kit';
import { currentAddress } from './app/address';
import { Gallery } from './app/gallery';
import { SampleScreen } from './screens/sample-screen';

/** The same page shows the gallery, or one generic screen alone, for the frames of the gallery. */
export const start = (): void => {
  const element = document.getElementById('root');
  if (!element) throw new Error('The page has no #root');
  const { screen, theme } = currentAddress();
  setTheme(theme);
  // Without StrictMode: it would create the texts of a sample screen twice, and texts that are loaded on demand go to
  // the last ones.
  createRoot(element).render(screen ? <SampleScreen screen={screen} /> : <Gallery />);
};
