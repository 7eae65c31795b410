import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiProblem, useApi } from '@coulisse/mfe-kit';
import { Button, Dialog, Field, Input, Notice, useUiText } from '@coulisse/ui-kit';
import { useProblemText } from '@coulisse/resource-client';

export interface Administrator {
  id: string;
  email: string;
  firstName?: string;
  lastName?: string;
  displayName?: string;
}

export interface CreatedAdministrator {
  user: Administrator;
  /** Shown once; must be changed at the first login. */
  password: string;
}

export const nameOf = ({ firstName, lastName, displayName, email }: Administrator): string =>
  displayName ?? (`${firstName ?? ''} ${lastName ?? ''}`.trim() || email);

const FIELDS = ['firstName', 'lastName', 'email'] as const;
type FieldName = (typeof FIELDS)[number];

interface AdministratorDialogProps {
  path: string;
  onCreated: (answer: CreatedAdministrator) => void;
  onClose: () => void;
}

export const AdministratorDialog = ({ path, onCreated, onClose }: AdministratorDialogProps) => {
  const { t } = useTranslation('admin');
  const ui = useUiText();
  const api = useApi();
  const problem = useProblemText();
  const [values, setValues] = useState<Record<FieldName, string>>({ firstName: '', lastName: '', email: '' });
  const creation = useMutation({
    mutationFn: () => api.post<CreatedAdministrator>(path, values),
    onSuccess: onCreated,
  });
  const errors = creation.error instanceof ApiProblem ? creation.error.errors : [];
  const errorOf = (name: FieldName) => errors.find((error) => error.pointer === `/${name}`)?.detail;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!creation.isPending) creation.mutate();
  };
  return (
    <Dialog title={t('administrator.new')} bare onClose={onClose}>
      <form onSubmit={submit} noValidate>
        <div className="c-dialog-body a-fields">
          {creation.isError && !FIELDS.some(errorOf) && <Notice tone="bad">{problem(creation.error)}</Notice>}
          {FIELDS.map((name) => (
            <Field key={name} label={t(`administrator.${name}`)} required error={errorOf(name)}>
              {(control) => (
                <Input
                  {...control}
                  name={name}
                  type={name === 'email' ? 'email' : 'text'}
                  autoComplete="off"
                  value={values[name]}
                  onChange={(event) => setValues({ ...values, [name]: event.target.value })}
                />
              )}
            </Field>
          ))}
          <p className="c-help">{t('administrator.help')}</p>
        </div>
        <footer>
          <Button onClick={onClose}>{ui('action.cancel')}</Button>
          <Button kind="main" type="submit" busy={creation.isPending} data-testid="administrator-save">
            {t('administrator.create')}
          </Button>
        </footer>
      </form>
    </Dialog>
  );
};
