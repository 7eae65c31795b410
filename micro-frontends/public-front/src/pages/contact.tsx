import { Button, EmptyState, Field, Input, Notice, Select, Textarea, useLanguage } from '@coulisse/ui-kit';
import { useMutation, useQuery } from '@tanstack/react-query';
import { MailCheck, MailX } from 'lucide-react';
import { useState, type FormEvent } from 'react';
import { useSession } from '../account/use-session';
import { api } from '../api/client';
import { theatreQuery } from '../api/queries';
import type { Account, TheatrePlace } from '../api/types';
import { Loaded } from '../app/page-states';
import { usePageTitle } from '../app/page-title';
import { useShowTheatre } from '../app/theatre';
import { useText } from '../app/use-text';
import { isEmail } from '../checkout/customer-form';
import { problemFields, problemText } from '../checkout/problem-text';
import { Link, useParams } from '../routing/router';
import { clearMessage, readMessage, saveMessage, type TypedMessage } from './contact-draft';
import '../styles/forms.css';

const SUBJECTS = ['ORDER', 'SHOW', 'ACCESS', 'GIFT_VOUCHER', 'DATA', 'OTHER'] as const;
const LONGEST = 4_000;
type Name = keyof Omit<TypedMessage, 'key'>;
const REQUIRED: readonly Name[] = ['name', 'email', 'message'];
const idOf = (name: Name): string => `contact-${name}`;

/** A message to the theatre, which gets it by mail. */
export default function ContactPage() {
  const t = useText();
  const { slug = '' } = useParams();
  const { account, ready } = useSession();
  const query = useQuery(theatreQuery(slug));
  useShowTheatre(query.data);
  usePageTitle(t('contact.title'));
  return (
    <Loaded query={query}>
      {(theatre) =>
        theatre.site?.hasContact ? (
          // The names of the account arrive with the session.
          <ContactForm key={String(ready)} theatre={theatre} account={account} />
        ) : (
          <div className="page">
            <EmptyState icon={<MailX aria-hidden />} title={t('contact.none')} level={1}>
              {[theatre.name, theatre.address].filter(Boolean).join(', ')}
            </EmptyState>
          </div>
        )
      }
    </Loaded>
  );
}

function ContactForm({ theatre, account }: { theatre: TheatrePlace; account: Account | null }) {
  const t = useText();
  const language = useLanguage();
  const [typed, setTyped] = useState<TypedMessage>(() => readMessage(theatre.slug, account));
  const [wrong, setWrong] = useState<ReadonlyMap<Name, string>>(new Map());
  const send = useMutation({
    mutationFn: () =>
      api.post(`/app-api/configuration/saas-customers/${encodeURIComponent(theatre.slug)}/contact`, {
        ...typed,
        language,
      }),
    onSuccess: () => clearMessage(theatre.slug),
  });
  const change = (name: Name, value: string) => {
    const next = { ...typed, [name]: value };
    setTyped(next);
    saveMessage(theatre.slug, next);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const found = new Map<Name, string>();
    for (const name of REQUIRED) if (typed[name].trim() === '') found.set(name, t('form.required'));
    if (!found.has('email') && !isEmail(typed.email)) found.set('email', t('form.email'));
    setWrong(found);
    const [first] = found.keys();
    if (first) document.getElementById(idOf(first))?.focus();
    else send.mutate();
  };
  if (send.isSuccess)
    return (
      <div className="page" role="status" data-testid="contact-sent">
        <EmptyState
          icon={<MailCheck aria-hidden />}
          title={t('contact.sent')}
          level={1}
          actions={
            <Link className="c-button" data-kind="main" to={`/theatres/${theatre.slug}`}>
              {t('nav.shows')}
            </Link>
          }
        >
          {t('contact.sent.text', { theatre: theatre.name, email: typed.email.trim() })}
        </EmptyState>
      </div>
    );
  const refused = problemFields(send.error);
  const errorOf = (name: Name): string | undefined => wrong.get(name) ?? refused.get(name);
  const input = (name: Name, label: string, autoComplete: string, type = 'text', help?: string) => (
    <Field id={idOf(name)} label={label} required={REQUIRED.includes(name)} help={help} error={errorOf(name)}>
      {(control) => (
        <Input
          {...control}
          name={name}
          type={type}
          autoComplete={autoComplete}
          value={typed[name]}
          onChange={(event) => change(name, event.target.value)}
        />
      )}
    </Field>
  );
  return (
    <div className="page small-page">
      <form onSubmit={submit} noValidate className="small-form">
        <h1 className="page-title">{t('contact.title')}</h1>
        <p className="c-soft">
          {t('contact.text', { theatre: [theatre.name, theatre.address].filter(Boolean).join(', ') })}
        </p>
        {send.isError && refused.size === 0 && (
          <Notice tone="bad">
            {problemText(send.error, t)} {t('contact.kept')}
          </Notice>
        )}
        <Field id={idOf('subject')} label={t('contact.subject')} required error={errorOf('subject')}>
          {(control) => (
            <Select
              {...control}
              options={SUBJECTS.map((value) => ({ value, label: t(`contact.subject.${value}`) }))}
              value={typed.subject}
              onChange={(event) => change('subject', event.target.value)}
            />
          )}
        </Field>
        {(typed.subject === 'ORDER' || typed.orderCode !== '') &&
          input('orderCode', t('contact.order'), 'off', 'text', t('contact.order.help'))}
        {input('name', t('contact.name'), 'name')}
        {input('email', t('email.label'), 'email', 'email', t('contact.email.help'))}
        <Field id={idOf('message')} label={t('contact.message')} required error={errorOf('message')}>
          {(control) => (
            <Textarea
              {...control}
              name="message"
              rows={7}
              maxLength={LONGEST}
              value={typed.message}
              onChange={(event) => change('message', event.target.value)}
            />
          )}
        </Field>
        <Button kind="main" type="submit" wide busy={send.isPending} data-testid="contact-send">
          {t('contact.send')}
        </Button>
      </form>
    </div>
  );
}
