import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '@coulisse/ui-kit';
import { actionOf, type RoleRight, type Scope } from './role-rights';

/** What rights and scopes are called. */
export const useRightWords = () => {
  const { t } = useTranslation('admin');
  const language = useLanguage();
  const labelOf = useCallback(
    ({ right, label }: Pick<RoleRight, 'right' | 'label'>) =>
      label?.[language] ?? t(`rights.action.${actionOf(right)}`),
    [t, language],
  );
  /** « Devis : émettre », for a right out of its table. */
  const fullLabelOf = useCallback(
    (right: RoleRight) => t('rights.about', { subject: right.subject[language], action: labelOf(right) }),
    [t, language, labelOf],
  );
  /** A right on no part of the records is given or not: « Oui » says more than « Tous ». */
  const scopeWords = useCallback(
    (scope: Scope | null, right?: string) => {
      const isPlain =
        scope === 'all' && right !== undefined && ['create', 'import'].includes(actionOf(right));
      return t(isPlain ? 'rights.scope.yes' : `rights.scope.${scope ?? 'none'}`);
    },
    [t],
  );
  return { labelOf, fullLabelOf, scopeWords };
};
