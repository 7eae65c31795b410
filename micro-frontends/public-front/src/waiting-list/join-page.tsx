import { Button, Check, EmptyState, Field, Input, Notice, useLanguage } from '@coulisse/ui-kit';
import { useMutation, useQuery } from '@tanstack/react-query';
import { CalendarX, MailCheck } from 'lucide-react';
import { useEffect, useState, type FormEvent } from 'react';
import { ApiProblem } from '../api/client';
import { performanceQuery } from '../api/queries';
import type { Performance } from '../api/types';
import { startStep } from '../app/focus-page';
import { Loaded, PageSkeleton } from '../app/page-states';
import { checkOpen } from '../app/maintenance';
import { usePageTitle } from '../app/page-title';
import { PerformanceHero } from '../app/performance-hero';
import { useShowTheatre } from '../app/theatre';
import { useText } from '../app/use-text';
import { isEmail } from '../checkout/customer-form';
import { readDraft, saveDraft } from '../checkout/draft';
import { problemFields, problemText } from '../checkout/problem-text';
import { Link, useParams } from '../routing/router';
import { joinList, termsQuery, type ListTerms, type SeatWish } from './waiting-list-api';
import { WishFields } from './wish-fields';

/** Joining the waiting list of a performance. */
export function JoinPage() {
  const t = useText();
  const { performanceId = '' } = useParams();
  const performance = useQuery(performanceQuery(performanceId));
  const terms = useQuery(termsQuery(performanceId));
  useShowTheatre(performance.data?.organiser);
  checkOpen(performance.data?.organiser);
  usePageTitle(t('waiting-list.title'));
  return (
    <Loaded query={performance} skeleton={<PageSkeleton cards={1} />}>
      {(found) => (
        <>
          <PerformanceHero performance={found} />
          <Loaded query={terms} skeleton={<PageSkeleton cards={1} />}>
            {(list) =>
              list.isOpen ? <JoinForm performance={found} terms={list} /> : <Closed performance={found} />
            }
          </Loaded>
        </>
      )}
    </Loaded>
  );
}

const ShowLink = ({ performance }: { performance: Performance }) => {
  const t = useText();
  return (
    <Link className="c-button" to={`/spectacles/${performance.show.id}`}>
      {t('seats.other-dates')}
    </Link>
  );
};

function Closed({ performance }: { performance: Performance }) {
  const t = useText();
  return (
    <EmptyState
      icon={<CalendarX aria-hidden />}
      title={t('waiting-list.closed')}
      actions={<ShowLink performance={performance} />}
    >
      {t('waiting-list.closed.text')}
    </EmptyState>
  );
}

interface FormProps {
  performance: Performance;
  terms: ListTerms;
}

type PersonField = 'firstName' | 'lastName' | 'email';
const PERSON = [
  { name: 'firstName', autoComplete: 'given-name', type: 'text' },
  { name: 'lastName', autoComplete: 'family-name', type: 'text' },
  { name: 'email', autoComplete: 'email', type: 'email' },
] as const;

function JoinForm({ performance, terms }: FormProps) {
  const t = useText();
  const language = useLanguage();
  const [person, setPerson] = useState(() => {
    const { firstName = '', lastName = '', email = '' } = readDraft();
    return { firstName, lastName, email };
  });
  const [wish, setWish] = useState<SeatWish>({
    partySize: Math.min(2, terms.largestParty),
    categoryId: null,
    isTogether: true,
  });
  const [consent, setConsent] = useState(false);
  const [wrong, setWrong] = useState<ReadonlyMap<string, string>>(new Map());
  const join = useMutation({
    mutationFn: () => joinList(performance.id, { ...person, ...wish, language, consent }),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const found = new Map<string, string>();
    for (const { name } of PERSON) if (person[name].trim() === '') found.set(name, t('form.required'));
    if (!found.has('email') && !isEmail(person.email)) found.set('email', t('form.email'));
    if (!consent) found.set('consent', t('waiting-list.consent.missing'));
    setWrong(found);
    const [first] = found.keys();
    if (first !== undefined) return document.getElementById(`waiting-${first}`)?.focus();
    saveDraft(person);
    join.mutate();
  };
  if (join.isSuccess) return <Joined performance={performance} email={person.email.trim()} />;
  const errors = new Map([...problemFields(join.error), ...wrong]);
  const isFree = join.error instanceof ApiProblem && join.error.code === 'waiting-list.seats-free';
  return (
    <div className="page small-page">
      <form onSubmit={submit} noValidate className="join-form" data-testid="waiting-list-form">
        <div>
          <h2 className="page-title">{t('waiting-list.title')}</h2>
          <p className="c-soft">{t('waiting-list.text')}</p>
        </div>
        <div className="small-form">
          {isFree && (
            <Notice tone="good">
              {t('waiting-list.free')}{' '}
              <Link to={`/reservations/cart/add/${performance.id}`}>{t('show.choose')}</Link>
            </Notice>
          )}
          {join.isError && !isFree && problemFields(join.error).size === 0 && (
            <Notice tone="bad">{problemText(join.error, t)}</Notice>
          )}
          <WishFields terms={terms} wish={wish} onChange={setWish} errors={errors} />
          {PERSON.map(({ name, autoComplete, type }) => (
            <Field
              key={name}
              id={`waiting-${name}`}
              label={t(`customer.${name satisfies PersonField}`)}
              required
              error={errors.get(name)}
            >
              {(control) => (
                <Input
                  {...control}
                  type={type}
                  name={name}
                  autoComplete={autoComplete}
                  value={person[name]}
                  onChange={(event) => setPerson({ ...person, [name]: event.target.value })}
                />
              )}
            </Field>
          ))}
          <div>
            <Check
              id="waiting-consent"
              label={t('waiting-list.consent', { theatre: performance.organiser.name })}
              checked={consent}
              aria-invalid={errors.has('consent') || undefined}
              aria-describedby={errors.has('consent') ? 'waiting-consent-error' : undefined}
              onChange={(event) => setConsent(event.target.checked)}
            />
            {errors.has('consent') && (
              <span className="c-error" id="waiting-consent-error">
                {errors.get('consent')}
              </span>
            )}
          </div>
          <Button kind="main" type="submit" wide busy={join.isPending} data-testid="waiting-list-join">
            {t('waiting-list.join')}
          </Button>
          <p className="fine">{t('waiting-list.how')}</p>
        </div>
      </form>
    </div>
  );
}

function Joined({ performance, email }: { performance: Performance; email: string }) {
  const t = useText();
  useEffect(startStep, []);
  return (
    <div data-testid="waiting-list-joined" role="status">
      <EmptyState
        icon={<MailCheck aria-hidden />}
        title={t('waiting-list.joined')}
        actions={<ShowLink performance={performance} />}
      >
        {t('waiting-list.joined.text', { email })}
      </EmptyState>
    </div>
  );
}
