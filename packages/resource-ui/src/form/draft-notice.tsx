import { Button, formatMoment, Notice, useLanguage } from '@coulisse/ui-kit';
import { useResourceText } from '@coulisse/resource-client';
import type { useStoredDraft } from './use-stored-draft';

/** Offers to restore or discard a stored draft. */
export const DraftNotice = ({ storedDraft }: { storedDraft: ReturnType<typeof useStoredDraft> }) => {
  const text = useResourceText();
  const language = useLanguage();
  if (storedDraft.resumed)
    return (
      <div className="r-draft" role="status">
        <Notice tone="good">{text('form.draft.resumed')}</Notice>
      </div>
    );
  if (!storedDraft.found) return null;
  return (
    <div className="r-draft" data-testid="draft-found">
      <Notice>
        <span className="r-draft-line">
          {text('form.draft.found', { at: formatMoment(storedDraft.found.at, language) })}
          <Button size="small" onClick={storedDraft.restore} data-testid="draft-restore">
            {text('form.draft.restore')}
          </Button>
          <Button size="small" kind="quiet" onClick={storedDraft.discard}>
            {text('form.draft.discard')}
          </Button>
        </span>
      </Notice>
    </div>
  );
};
