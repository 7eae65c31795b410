import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { showQuery } from '../api/queries';
import { Hero } from '../app/hero';
import { Loaded } from '../app/page-states';
import { untilUsed } from '../app/until-used';
import { checkOpen } from '../app/maintenance';
import { usePageTitle } from '../app/page-title';
import { useShowTheatre } from '../app/theatre';
import { useText } from '../app/use-text';
import { lowestOpenPrice, nextOpen, seatsPath } from '../catalogue/availability-rules';
import { readSearch } from '../catalogue/catalogue-search';
import { NextDate } from '../catalogue/next-date';
import { PosterImage } from '../catalogue/poster-image';
import { useParams, useSearchParams } from '../routing/router';
import '../styles/catalogue.css';
import '../styles/date-list.css';
import '../styles/show.css';

const ShowDates = lazy(() =>
  untilUsed(() => import(/* webpackChunkName: "show-dates" */ '../catalogue/show-dates')),
);
const TheatreAccess = lazy(() =>
  untilUsed(() => import(/* webpackChunkName: "access" */ '../catalogue/theatre-access')),
);

export default function ShowPage() {
  const t = useText();
  const { id = '' } = useParams();
  const [search] = useSearchParams();
  const query = useQuery(showQuery(id));
  useShowTheatre(query.data?.organiser);
  checkOpen(query.data?.organiser);
  usePageTitle(query.data?.name ?? '');
  return (
    <Loaded query={query}>
      {(show) => {
        const next = nextOpen(show.performances);
        return (
          <>
            <Hero
              large
              color={show.color}
              kicker={show.shortDescription}
              title={show.name}
              aside={<PosterImage poster={show.poster} sizes="(max-width: 56.25em) 120px, 220px" isFirst />}
            >
              {show.performances.length > 0 && (
                <NextDate
                  performance={next}
                  price={lowestOpenPrice(show.performances)}
                  to={next ? seatsPath(next) : ''}
                />
              )}
            </Hero>
            <div className="page show-page">
              <section aria-labelledby="dates">
                <h2 id="dates" className="page-title">
                  {t('show.dates')}
                </h2>
                <Suspense>
                  <ShowDates show={show} chosen={readSearch(search)} />
                </Suspense>
              </section>
              {show.description && (
                <section className="show-about" aria-labelledby="about">
                  <h2 id="about" className="page-title">
                    {t('show.about')}
                  </h2>
                  {show.description.split(/\n{2,}/).map((paragraph) => (
                    <p key={paragraph}>{paragraph}</p>
                  ))}
                </section>
              )}
            </div>
            <Suspense>
              <TheatreAccess theatre={show.organiser} />
            </Suspense>
          </>
        );
      }}
    </Loaded>
  );
}
