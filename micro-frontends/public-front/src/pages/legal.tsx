import { useLanguage } from '@coulisse/ui-kit';
import { frenchSpaces } from '@coulisse/ui-kit/format';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '../routing/router';
import { theatreQuery } from '../api/queries';
import { Loaded } from '../app/page-states';
import { usePageTitle } from '../app/page-title';
import { useShowTheatre } from '../app/theatre';
import { legalText, type LegalDocument } from './legal-texts';
import '../styles/legal.css';

export default function LegalPage({ document }: { document: LegalDocument }) {
  const { slug = '' } = useParams();
  const language = useLanguage();
  const query = useQuery(theatreQuery(slug));
  useShowTheatre(query.data);
  const { title, sections } = legalText(document, language, query.data?.name ?? '');
  usePageTitle(title);
  const typeset = (text: string): string => (language === 'fr' ? frenchSpaces(text) : text);
  return (
    <Loaded query={query}>
      {() => (
        <article className="page legal">
          <h1>{title}</h1>
          {sections.map((section) => (
            <section key={section.title}>
              <h2>{section.title}</h2>
              <p>{typeset(section.text)}</p>
            </section>
          ))}
        </article>
      )}
    </Loaded>
  );
}
