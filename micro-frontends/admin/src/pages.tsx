import { useTranslation } from 'react-i18next';
import { Button } from '@coulisse/ui-kit';

export interface PagesProps {
  isFirst: boolean;
  /** Cursor of the next page; null on the last one. */
  next: string | null;
  onPage: (before: string | null) => void;
}

/** Paging of a list that is read from the newest to the oldest; nothing for a list of one page. */
export const Pages = ({ isFirst, next, onPage }: PagesProps) => {
  const { t } = useTranslation('admin');
  if (isFirst && next === null) return null;
  return (
    <nav className="a-pages" aria-label={t('pages')}>
      <Button kind="quiet" size="small" disabled={isFirst} onClick={() => onPage(null)}>
        {t('newest')}
      </Button>
      <Button kind="quiet" size="small" disabled={next === null} onClick={() => onPage(next)}>
        {t('older')}
      </Button>
    </nav>
  );
};
