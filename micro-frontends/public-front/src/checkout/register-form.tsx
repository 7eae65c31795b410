import { Button, Field, Input, Notice } from '@coulisse/ui-kit';
import { useMutation } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { LinkSent } from '../account/link-sent';
import { useSession } from '../account/use-session';
import { useText } from '../app/use-text';
import { readDraft, saveDraft } from './draft';
import { problemFields, problemText } from './problem-text';

interface RegisterFormProps {
  tenantId: string;
  email: string;
  onDone: () => void;
}

export function RegisterForm({ tenantId, email, onDone }: RegisterFormProps) {
  const t = useText();
  const { register } = useSession();
  const [values, setValues] = useState(() => ({
    firstName: readDraft().firstName ?? '',
    lastName: readDraft().lastName ?? '',
  }));
  const [checked, setChecked] = useState(false);
  const enter = useMutation({
    mutationFn: () => register({ tenantId, email, ...values }),
    onSuccess: () => saveDraft(values),
  });
  const errors = {
    firstName: values.firstName.trim() === '' ? t('form.required') : null,
    lastName: values.lastName.trim() === '' ? t('form.required') : null,
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    if (Object.values(errors).every((error) => error === null)) enter.mutate();
  };
  const fields = [
    ['firstName', t('customer.firstName'), 'given-name'],
    ['lastName', t('customer.lastName'), 'family-name'],
  ] as const;
  if (enter.isSuccess) {
    return (
      <div className="small-form small-form-inner">
        <LinkSent email={email} />
        <Button kind="main" wide onClick={onDone} data-testid="continue">
          {t('email.continue')}
        </Button>
      </div>
    );
  }
  const refused = problemFields(enter.error);
  return (
    <form onSubmit={submit} noValidate className="small-form small-form-inner">
      <h3>{t('email.register')}</h3>
      <p className="c-soft">{t('email.register.text')}</p>
      {enter.isError && refused.size === 0 && <Notice tone="bad">{problemText(enter.error, t)}</Notice>}
      {fields.map(([name, label, autoComplete]) => (
        <Field key={name} label={label} required error={(checked && errors[name]) || refused.get(name)}>
          {(control) => (
            <Input
              {...control}
              name={name}
              autoComplete={autoComplete}
              value={values[name]}
              onChange={(event) => setValues({ ...values, [name]: event.target.value })}
            />
          )}
        </Field>
      ))}
      <Button type="submit" wide busy={enter.isPending}>
        {t('email.register')}
      </Button>
    </form>
  );
}
