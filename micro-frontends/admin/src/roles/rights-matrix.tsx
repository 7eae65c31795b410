import { Undo2 } from 'lucide-react';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, useLanguage } from '@coulisse/ui-kit';
import {
  COLUMNS,
  differsFromDefault,
  type DomainRights,
  type Draft,
  rightsIn,
  type RoleRight,
  type Scope,
  type SubjectRights,
} from './role-rights';
import { ScopeCell } from './scope-cell';

interface MatrixProps {
  domains: readonly DomainRights[];
  draft: Draft;
  readonly: boolean;
  onScope: (right: RoleRight, scope: Scope | null) => void;
  onReset: (rights: readonly RoleRight[]) => void;
}

/** Subjects × actions, by domain; the rights that only some subjects have stand under their subject. */
export const RightsMatrix = (props: MatrixProps) => {
  const { t } = useTranslation('admin');
  return (
    <div className="a-rights">
      <table aria-label={t('rights.title')}>
        <thead>
          <tr>
            <th scope="col">{t('rights.subject')}</th>
            {COLUMNS.map((action) => (
              <th key={action} scope="col">
                {t(`rights.action.${action}`)}
              </th>
            ))}
          </tr>
        </thead>
        {props.domains.map(({ domain, subjects }) => (
          <tbody key={domain}>
            <tr className="a-rights-domain">
              <th scope="rowgroup" colSpan={COLUMNS.length + 1}>
                {t(`rights.domain.${domain}`)}
              </th>
            </tr>
            {subjects.map((subject) => (
              <Subject key={subject.key} {...props} subject={subject} />
            ))}
          </tbody>
        ))}
      </table>
    </div>
  );
};

const Subject = ({
  subject,
  draft,
  readonly,
  onScope,
  onReset,
}: MatrixProps & { subject: SubjectRights }) => {
  const { t } = useTranslation('admin');
  const language = useLanguage();
  const different = rightsIn(subject).filter((right) => differsFromDefault(draft, right));
  const name = subject.subject[language];
  const cell = { draft, readonly, onScope };
  return (
    <Fragment>
      <tr className="a-rights-subject" data-testid={`rights-${subject.key}`}>
        <th scope="row">
          <span>{name}</span>
          {different.length > 0 && !readonly && (
            <Button
              kind="quiet"
              size="small"
              square
              icon={<Undo2 aria-hidden />}
              aria-label={t('rights.reset.subject', { subject: name })}
              title={t('rights.reset.subject', { subject: name })}
              data-testid={`reset-${subject.key}`}
              onClick={() => onReset(different)}
            />
          )}
        </th>
        {subject.columns.map((right, index) => (
          <td
            key={COLUMNS[index]}
            data-label={t(`rights.action.${COLUMNS[index] ?? ''}`)}
            data-empty={!right || undefined}
          >
            {right && <ScopeCell {...cell} right={right} />}
          </td>
        ))}
      </tr>
      {subject.named.length > 0 && (
        <tr className="a-rights-named">
          <td colSpan={COLUMNS.length + 1}>
            <div>
              {subject.named.map((right) => (
                <ScopeCell key={right.right} {...cell} right={right} isLabelled />
              ))}
            </div>
          </td>
        </tr>
      )}
    </Fragment>
  );
};
