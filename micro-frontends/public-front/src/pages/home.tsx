import { EmptyState } from '@coulisse/ui-kit';
import { useQuery } from '@tanstack/react-query';
import { ChevronRight, Theater } from 'lucide-react';
import { Link } from '../routing/router';
import { theatresQuery } from '../api/queries';
import { Hero } from '../app/hero';
import { Loaded, PageSkeleton } from '../app/page-states';
import { usePageTitle } from '../app/page-title';
import { useShowTheatre } from '../app/theatre';
import { useText } from '../app/use-text';
import { TheatrePosters } from '../catalogue/theatre-posters';
import '../styles/home.css';

export default function HomePage() {
  const t = useText();
  const query = useQuery(theatresQuery);
  useShowTheatre(null);
  usePageTitle(t('home.title'));
  return (
    <>
      <Hero large kicker={t('home.kicker')} title={t('home.title')}>
        <p>{t('home.text')}</p>
      </Hero>
      <Loaded query={query} skeleton={<PageSkeleton cards={2} />}>
        {(theatres) =>
          theatres.length === 0 ? (
            <EmptyState icon={<Theater aria-hidden />} title={t('home.empty')}>
              {t('home.empty.text')}
            </EmptyState>
          ) : (
            <section className="page" aria-labelledby="theatres">
              <h2 id="theatres" className="page-title">
                {t('home.theatres')}
              </h2>
              <ul role="list" className="theatre-list">
                {theatres.map((theatre) => (
                  <li key={theatre.id}>
                    <Link className="theatre-card" to={`/theatres/${theatre.slug}`}>
                      <span>
                        <strong>{theatre.name}</strong>
                        <small>{theatre.city}</small>
                      </span>
                      <ChevronRight className="c-icon" aria-hidden />
                      <TheatrePosters slug={theatre.slug} />
                    </Link>
                  </li>
                ))}
              </ul>
            </section>
          )
        }
      </Loaded>
    </>
  );
}
