import { useTranslation } from 'react-i18next';
import type { ChangePartProps } from '@coulisse/mfe-kit';
import { grantDifferences, type Scope, SCOPES } from './role-rights';
import { useRightWords } from './use-right-words';
import { useRoleRights } from './use-role-rights';

/** Of the history of a role: which rights were changed, in words. */
export const GrantChanges = ({ record, descriptor, before, after }: ChangePartProps) => {
  const { t } = useTranslation('admin');
  const { fullLabelOf, scopeWords } = useRightWords();
  const { data: answer } = useRoleRights(record, descriptor.path);
  if (!answer) return null;
  const words = (right: string, scope: string | null) => {
    if (scope === null) return t('rights.default');
    return scopeWords(SCOPES.find((each): each is Scope => each === scope) ?? null, right);
  };
  return grantDifferences(before, after).map(({ right, from, to }) => {
    const found = answer.rights.find((each) => each.right === right);
    return (
      <span key={right} className="r-change">
        {found ? fullLabelOf(found) : t('rights.gone')}
        {' · '}
        {words(right, from)} → {words(right, to)}
      </span>
    );
  });
};
