import { Button, Field, Input, Notice } from '@coulisse/ui-kit';
import { useMutation } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { useSession } from '../account/use-session';
import { useText } from '../app/use-text';
import { readDraft, keepDraft } from './draft';
import { problemText } from './problem-text';

const MIN_PASSWORD = 12;

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
    password: '',
  }));
  const [checked, setChecked] = useState(false);
  const enter = useMutation({
    mutationFn: () => register({ tenantId, email, ...values }),
    onSuccess: () => {
      keepDraft({ firstName: values.firstName, lastName: values.lastName });
      onDone();
    },
  });
  const errors = {
    firstName: values.firstName.trim() === '' ? t('form.required') : null,
    lastName: values.lastName.trim() === '' ? t('form.required') : null,
    password: values.password.length < MIN_PASSWORD ? t('form.password') : null,
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    if (Object.values(errors).every((error) => error === null)) enter.mutate();
  };
  const fields = [
    ['firstName', t('customer.firstName'), 'given-name', 'text'],
    ['lastName', t('customer.lastName'), 'family-name', 'text'],
    ['password', t('password.new'), 'new-password', 'password'],
  ] as const;
  return (
    <form onSubmit={submit} noValidate className="small-form small-form-inner">
      <h3>{t('email.register')}</h3>
      <p className="c-soft">{t('email.register.text')}</p>
      {enter.isError && <Notice tone="bad">{problemText(enter.error, t)}</Notice>}
      <input type="hidden" name="username" autoComplete="username" value={email} />
      {fields.map(([name, label, autoComplete, type]) => (
        <Field
          key={name}
          label={label}
          required
          error={checked && errors[name]}
          help={name === 'password' ? t('password.help') : undefined}
        >
          {(control) => (
            <Input
              {...control}
              name={name}
              type={type}
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
