import { Redo2, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, Dialog, formatMoment, Notice, StateChip, toLanguage } from '@coulisse/ui-kit';
import type { DrawingState } from './use-drawing';
import type { PlanSaving } from './use-plan-saving';

export interface PlanHeadProps {
  title: string;
  state: Pick<DrawingState, 'undo' | 'redo' | 'mayUndo' | 'mayRedo' | 'isChanged'>;
  saving: PlanSaving;
  /** Why the drawing cannot be published; undefined when it can. */
  publishBlocked: string | undefined;
  saveBlocked: string | undefined;
  /** Shows what the server has, without the changes made here. */
  onReload: () => void;
}

/** The name of a plan, its state, and what can be done with its draft. */
export const PlanHead = (props: PlanHeadProps) => {
  const { title, state, saving, publishBlocked, saveBlocked } = props;
  const { t, i18n } = useTranslation('ticketing');
  const language = toLanguage(i18n.language);
  const [discards, setDiscards] = useState(false);
  const { plan, busy, conflict } = saving;
  const isDraft = !plan || plan.draft !== null || state.isChanged;
  const publishedAt = plan?.publishedAt ? formatMoment(plan.publishedAt, language) : null;
  return (
    <>
      <header className="t-head t-plan-title">
        <h1>{title}</h1>
        <StateChip tone={isDraft ? 'neutral' : 'good'}>
          {t(isDraft ? 'plan.state.draft' : 'plan.state.published')}
        </StateChip>
        <span className="c-soft">
          {[
            publishedAt && t('plan.published-at', { when: publishedAt }),
            plan?.draftSavedAt &&
              t('plan.saved-by', {
                name: plan.draftSavedBy,
                when: formatMoment(plan.draftSavedAt, language),
              }),
          ]
            .filter(Boolean)
            .join(' · ')}
        </span>
        <span className="c-push t-plan-head">
          <Button
            kind="quiet"
            square
            aria-label={t('plan.undo')}
            icon={<Undo2 aria-hidden />}
            disabled={!state.mayUndo}
            onClick={state.undo}
          />
          <Button
            kind="quiet"
            square
            aria-label={t('plan.redo')}
            icon={<Redo2 aria-hidden />}
            disabled={!state.mayRedo}
            onClick={state.redo}
          />
          {plan?.draft && (
            <Button kind="danger" busy={busy === 'discard'} onClick={() => setDiscards(true)}>
              {t('plan.discard')}
            </Button>
          )}
          <Button
            busy={busy === 'save'}
            disabledBecause={
              saveBlocked ?? (plan && !state.isChanged ? t('plan.nothing-to-save') : undefined)
            }
            onClick={saving.save}
          >
            {t('plan.save')}
          </Button>
          <Button
            kind="main"
            busy={busy === 'publish'}
            disabledBecause={publishBlocked ?? (isDraft ? undefined : t('plan.nothing-to-publish'))}
            onClick={saving.publish}
          >
            {t('plan.publish')}
          </Button>
        </span>
      </header>
      {conflict && (
        <Notice tone="warn">
          <p>
            {t(conflict.draftSavedBy ? 'plan.conflict.by' : 'plan.conflict', { name: conflict.draftSavedBy })}
          </p>
          <Button size="small" onClick={props.onReload}>
            {t('plan.conflict.reload')}
          </Button>
        </Notice>
      )}
      {discards && (
        <Dialog
          title={t('plan.discard.title')}
          onClose={() => setDiscards(false)}
          footer={
            <>
              <Button
                kind="danger"
                onClick={() => {
                  setDiscards(false);
                  saving.discard();
                }}
              >
                {t('plan.discard')}
              </Button>
              <Button kind="main" onClick={() => setDiscards(false)}>
                {t('plan.discard.keep')}
              </Button>
            </>
          }
        >
          {publishedAt ? t('plan.discard.body', { when: publishedAt }) : t('plan.discard.whole-plan')}
        </Dialog>
      )}
    </>
  );
};
