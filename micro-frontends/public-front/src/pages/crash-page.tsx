import type { PageErrorProps } from '../app/page-error';
import { useTheatre } from '../app/theatre';
import { fileUrl, useSiteLook } from '../app/use-site-look';
import { Failed } from './error-page';

/** What is left of a page that could not be shown: the look of its theatre, and the way to try again. */
export default function CrashPage(props: PageErrorProps) {
  const theatre = useTheatre();
  const site = theatre?.site;
  useSiteLook(site);
  return (
    <>
      {theatre && (
        <header className="site-header">
          {site?.logo ? (
            <img className="site-logo" src={fileUrl(site.logo)} alt={theatre.name} />
          ) : (
            <strong className="site-name">{theatre.name}</strong>
          )}
        </header>
      )}
      <main className="page">
        <Failed {...props} isCrash />
      </main>
    </>
  );
}
