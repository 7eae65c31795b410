import { Button, formatMoment, Notice, useLanguage } from '@coulisse/ui-kit';
import { useResourceText } from '../locales';
import type { useKeptDraft } from './use-kept-draft';

/** Something was typed here before: taken back, or thrown away on purpose. */
export const DraftNotice = ({ kept }: { kept: ReturnType<typeof useKeptDraft> }) => {
  const text = useResourceText();
  const language = useLanguage();
  if (kept.resumed)
    return (
      <div className="r-draft" role="status">
        <Notice tone="good">{text('form.draft.resumed')}</Notice>
      </div>
    );
  if (!kept.found) return null;
  return (
    <div className="r-draft" data-testid="draft-found">
      <Notice>
        <span className="r-draft-line">
          {text('form.draft.found', { at: formatMoment(kept.found.at, language) })}
          <Button size="small" onClick={kept.restore} data-testid="draft-restore">
            {text('form.draft.restore')}
          </Button>
          <Button size="small" kind="quiet" onClick={kept.discard}>
            {text('form.draft.discard')}
          </Button>
        </span>
      </Notice>
    </div>
  );
};
