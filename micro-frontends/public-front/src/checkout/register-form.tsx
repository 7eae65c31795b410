import { Button, Field, Input, Notice } from '@coulisse/ui-kit';
import { useMutation } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useForm, type FieldErrors } from 'react-hook-form';
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

interface Names {
  firstName: string;
  lastName: string;
}

/** The server's errors of the names; undefined when it names none. */
function refusedNames(error: unknown): FieldErrors<Names> | undefined {
  const fields = [...problemFields(error)].map(([name, message]) => [name, { type: 'server', message }]);
  return fields.length > 0 ? (Object.fromEntries(fields) as FieldErrors<Names>) : undefined;
}

export function RegisterForm({ tenantId, email, onDone }: RegisterFormProps) {
  const t = useText();
  const session = useSession();
  const enter = useMutation({
    mutationFn: (values: Names) => session.register({ tenantId, email, ...values }),
    onSuccess: (_answer, values) => saveDraft(values),
  });
  const refused = useMemo(() => refusedNames(enter.error), [enter.error]);
  const {
    register,
    handleSubmit,
    formState: { errors },
  } = useForm<Names>({
    defaultValues: { firstName: readDraft().firstName ?? '', lastName: readDraft().lastName ?? '' },
    errors: refused,
    shouldFocusError: false,
  });
  const submit = handleSubmit((values) => enter.mutate(values));
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
  return (
    <form onSubmit={(event) => void submit(event)} noValidate className="small-form small-form-inner">
      <h3>{t('email.register')}</h3>
      <p className="c-soft">{t('email.register.text')}</p>
      {enter.isError && !refused && <Notice tone="bad">{problemText(enter.error, t)}</Notice>}
      {fields.map(([name, label, autoComplete]) => (
        <Field key={name} label={label} required error={errors[name]?.message}>
          {(control) => (
            <Input
              {...control}
              autoComplete={autoComplete}
              {...register(name, { validate: (typed) => typed.trim() !== '' || t('form.required') })}
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
