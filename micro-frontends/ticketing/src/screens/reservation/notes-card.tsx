import { Pencil } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { type RecordPartProps, useMay } from '@coulisse/mfe-kit';
import { Button, Card, formatDate, onDemand, Opening, useLanguage } from '@coulisse/ui-kit';
import { useOpened } from '../use-opened';
import { type Note, NOTES } from './notes';
import './notes-card.css';

const NoteDialog = onDemand(async () => (await import('./note-dialog')).NoteDialog);

/** States in which a reservation may still get a quote. */
const QUOTED = ['DRAFT', 'QUOTE_REQUESTED', 'PRE_RESERVATION'];

/** The comment for those who prepare the evening, and the date of the quote. */
export const NotesCard = (props: RecordPartProps) => {
  const { record } = props;
  const { t } = useTranslation('ticketing');
  const language = useLanguage();
  const state = String(record['state']);
  const quoteDate = record['quoteDate'] ? formatDate(String(record['quoteDate']), language, 'long') : null;
  const texts: Record<Note, string | null> = {
    comment: record['comment'] ? String(record['comment']) : null,
    'quote-date': quoteDate,
  };
  return (
    <Card>
      <section>
        <h2>{t('reservation.notes')}</h2>
        <dl className="t-notes">
          {NOTES.filter((note) => note === 'comment' || quoteDate || QUOTED.includes(state)).map((note) => (
            <div key={note}>
              <dt>{t(`reservation.note.${note}`)}</dt>
              <dd>
                <span className={texts[note] ? undefined : 'c-soft'}>
                  {texts[note] ?? t(`reservation.note.${note}.none`)}
                </span>
                {(note === 'comment' || state !== 'CANCELED') && <Edit note={note} {...props} />}
              </dd>
            </div>
          ))}
        </dl>
      </section>
    </Card>
  );
};

const Edit = ({ note, ...props }: RecordPartProps & { note: Note }) => {
  const { t } = useTranslation('ticketing');
  const may = useMay();
  const [isOpen, setOpen] = useOpened(note);
  if (!may('ticketing.reservation.sell')) return null;
  const close = () => setOpen(false);
  return (
    <>
      <Button
        kind="quiet"
        square
        size="small"
        icon={<Pencil className="c-icon" aria-hidden />}
        aria-label={t(`reservation.note.${note}.edit`)}
        data-testid={`edit-${note}`}
        onPointerEnter={NoteDialog.preload}
        onClick={() => setOpen(true)}
      />
      {isOpen && (
        <Opening onClose={close}>
          <NoteDialog note={note} {...props} onClose={close} />
        </Opening>
      )}
    </>
  );
};
