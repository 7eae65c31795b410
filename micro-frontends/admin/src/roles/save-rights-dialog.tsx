import { useTranslation } from 'react-i18next';
import { Button, Dialog, Notice, useUiText } from '@coulisse/ui-kit';
import { type Change, CHANGE_KINDS, kindOf } from './role-rights';
import { useRightWords } from './use-right-words';

interface SaveRightsDialogProps {
  name: string;
  changes: readonly Change[];
  users: number;
  busy: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

/** What is about to change, and for how many people. */
export const SaveRightsDialog = ({
  name,
  changes,
  users,
  busy,
  onConfirm,
  onClose,
}: SaveRightsDialogProps) => {
  const { t } = useTranslation('admin');
  const ui = useUiText();
  const { fullLabelOf, scopeWords } = useRightWords();
  const counted = CHANGE_KINDS.map((kind) => ({
    kind,
    count: changes.filter((change) => kindOf(change) === kind).length,
  })).filter(({ count }) => count > 0);
  const sum = counted.map(({ kind, count }) => t(`rights.counted.${kind}`, { count })).join(', ');
  return (
    <Dialog
      title={t('rights.save.title', { name })}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{ui('action.cancel')}</Button>
          <Button kind="main" busy={busy} data-testid="rights-confirm" onClick={onConfirm}>
            {t('rights.save')}
          </Button>
        </>
      }
    >
      <p data-testid="rights-summary">
        <b>{sum}</b>
        {' · '}
        {t('rights.users', { count: users })}
      </p>
      <ul role="list" className="a-rights-changes">
        {changes.map((change) => (
          <li key={change.right.right} data-kind={kindOf(change)}>
            <span>{fullLabelOf(change.right)}</span>
            <span>
              {scopeWords(change.from, change.right.right)} →{' '}
              <b>{scopeWords(change.to, change.right.right)}</b>
            </span>
          </li>
        ))}
      </ul>
      {users > 0 && <Notice>{t('rights.soon')}</Notice>}
    </Dialog>
  );
};
