import { rightsOfService } from './declare-grants';
import type { Manifest } from './manifest';

const manifest = (changes: Partial<Manifest>): Manifest => ({ name: 'ticketing', ...changes });
const texts = { 'ticketing.reception': 'Accueil', 'ticketing.reception.scan': 'Contrôler' };
const grants = {
  'ticketing.reception.read': { USER: 'own' },
  'ticketing.reception.scan': { ADMINISTRATOR: 'all' },
} as const;

it('declares the rights of a service in words, with those of the kit and of its modules', () => {
  const note = {
    right: 'crm.note.read',
    scopes: ['all'],
    subject: { fr: 'Notes', en: 'Notes' },
    label: null,
  } as const;
  const rights = rightsOfService(manifest({ grants, rightTexts: { fr: texts, en: texts } }), [
    { rights: [note, note] },
  ]);
  const subject = { fr: 'Accueil', en: 'Accueil' };
  expect(rights.filter(({ right }) => !right.startsWith('core.'))).toEqual([
    note,
    { right: 'ticketing.reception.read', scopes: ['own', 'all'], subject, label: null },
    {
      right: 'ticketing.reception.scan',
      scopes: ['all'],
      subject,
      label: { fr: 'Contrôler', en: 'Contrôler' },
    },
  ]);
  expect(rights.filter(({ right }) => right.startsWith('core.')).map(({ right }) => right)).toEqual([
    'core.failed-delivery.read',
    'core.failed-delivery.update',
  ]);
});

it.each([
  [undefined, /rights of ticketing.reception,/],
  [{ fr: { 'ticketing.reception': 'Accueil' }, en: texts }, /rights of ticketing.reception.scan,/],
])('refuses a right without words: %j', (rightTexts, reason) =>
  expect(() => rightsOfService(manifest({ grants, ...(rightTexts && { rightTexts }) }), [])).toThrow(reason),
);
