import { Search } from 'lucide-react';
import { useState } from 'react';
import { Input } from '@coulisse/ui-kit';
import { type GalleryPage, PAGE_GROUPS } from './page';
import { findPages, type FoundPage } from './page-search';
import { useGalleryText } from './texts';

export interface NavigationProps {
  pages: readonly GalleryPage[];
  current: GalleryPage;
  onOpen: () => void;
}

export const Navigation = ({ pages, current, onOpen }: NavigationProps) => {
  const text = useGalleryText();
  const [typed, setTyped] = useState('');
  const found = findPages(pages, (page) => text(`page.${page.slug}`), typed);
  return (
    <nav className="g-nav" id="navigation" aria-label={text('nav.label')}>
      <div className="g-search">
        <Search className="c-icon" aria-hidden />
        <Input
          type="search"
          aria-label={text('nav.search')}
          placeholder={text('nav.search')}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      </div>
      <p className="c-hidden" role="status">
        {typed && text('nav.found', { count: String(found.length) })}
      </p>
      {found.length === 0 && <p className="g-nothing">{text('nav.nothing')}</p>}
      {PAGE_GROUPS.map((group) => {
        const members = found.filter(({ page }) => page.group === group);
        if (members.length === 0) return null;
        return (
          <div key={group} role="group" aria-label={text(`group.${group}`)}>
            <p className="g-group" aria-hidden>
              {text(`group.${group}`)}
            </p>
            {members.map((member) => (
              <PageLink
                key={member.page.slug}
                found={member}
                isCurrent={member.page === current}
                onOpen={onOpen}
              />
            ))}
          </div>
        );
      })}
    </nav>
  );
};

const PageLink = ({
  found: { page, components },
  isCurrent,
  onOpen,
}: {
  found: FoundPage;
  isCurrent: boolean;
  onOpen: () => void;
}) => {
  const text = useGalleryText();
  return (
    <a
      className="g-link"
      href={`#/${page.slug}`}
      aria-current={isCurrent ? 'page' : undefined}
      onClick={onOpen}
    >
      {text(`page.${page.slug}`)}
      {components.length > 0 && <small>{components.join(', ')}</small>}
    </a>
  );
};
