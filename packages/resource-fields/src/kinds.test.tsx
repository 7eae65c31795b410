/** @jest-environment jsdom */
import { renderSample } from '@coulisse/resource-samples/testing';
import { sampleDescriptor, sampleRows } from '@coulisse/resource-samples';
import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { type ReactNode, useState } from 'react';
import type { FieldDescriptor } from '@coulisse/mfe-kit';
import { bodyValue, inputId, ResourceScopeProvider, useResourceText } from '@coulisse/resource-client';
import { Field, type FieldControl, type Language } from '@coulisse/ui-kit';
import { kindOf } from './kinds';

type Kind = FieldDescriptor['type'];

const [record] = sampleRows;
/** A local time, so that the texts do not depend on the time zone of the machine. */
const CHECKED_AT = new Date(2026, 11, 1, 9, 30).toISOString();

const fieldOf = (type: Kind): FieldDescriptor => {
  const field = sampleDescriptor.fields.find((candidate) => candidate.type === type);
  if (!field) throw new Error(`The sample resource has no field of the kind ${type}`);
  return { ...field, readonly: undefined };
};
const valueOf = (type: Kind): unknown => (type === 'datetime' ? CHECKED_AT : record?.[fieldOf(type).name]);
const plain = (text: string | null | undefined): string => (text ?? '').replace(/\s+/g, ' ').trim();

const InRecord = ({ children }: { children: ReactNode }) => (
  <ResourceScopeProvider scope={{ descriptor: sampleDescriptor, id: 'gadget-001', title: 'Lustre' }}>
    {children}
  </ResourceScopeProvider>
);

/** Texts of all kinds by language; one text where both languages have the same. */
const SHOWN: Readonly<Partial<Record<Kind, string | Record<Language, string>>>> = {
  text: 'Lustre à pampilles',
  longText: 'Deux personnes pour l’accrocher.',
  richText: 'Couper le courant avant d’accrocher.',
  int: '1',
  decimal: { fr: '12,5', en: '12.5' },
  money: { fr: '1 480,00 €', en: '€1,480.00' },
  percent: { fr: '15 %', en: '15%' },
  duration: '1 h 30',
  bool: { fr: 'Oui', en: 'Yes' },
  date: '12/03/2024',
  datetime: '01/12/2026 09:30',
  time: '19:30',
  enumeration: { fr: 'Lumière', en: 'Light' },
  email: 'atelier@lustrerie-mathieu.fr',
  phone: '04 78 42 15 63',
  url: 'https://www.lustrerie-mathieu.fr/pampilles',
  color: '#b7791f',
  country: 'France',
  language: { fr: 'Français', en: 'French' },
  currency: { fr: 'Euro (EUR)', en: 'Euro (EUR)' },
  iban: 'FR76 3000 6000 0112 3456 7890 189',
  bic: 'AGRIFRPP',
  siren: '732 829 320',
  siret: '732 829 320 00074',
  vatNumber: 'FR 44 732 829 320',
  nir: '2 55 08 14 168 025 38',
  number: 'AC-2026-000001',
  file: 'notice-lustre.pdf',
  json: '240 · 6',
  ref: 'Théâtre rouge',
  refs: 'Théâtre rouge, Studio',
  list: 'verre, XVIIIe',
};
const SHOWN_AS_TEXT = Object.keys(SHOWN) as Kind[];

describe('a shown value', () => {
  test.each<Language>(['fr', 'en'])(
    'is written as expected in %s, for every kind of text',
    async (language) => {
      renderSample({
        language,
        children: (
          <InRecord>
            {SHOWN_AS_TEXT.map((type) => {
              const { Show } = kindOf(fieldOf(type));
              return (
                <div key={type} data-testid={type}>
                  <Show field={fieldOf(type)} value={valueOf(type)} />
                </div>
              );
            })}
          </InRecord>
        ),
      });
      await screen.findByTestId('ref');
      const written = SHOWN_AS_TEXT.map((type) => [type, plain(screen.getByTestId(type).textContent)]);
      const expected = SHOWN_AS_TEXT.map((type) => {
        const text = SHOWN[type];
        return [type, typeof text === 'object' ? text[language] : text];
      });
      expect(Object.fromEntries(written)).toEqual(Object.fromEntries(expected));
    },
  );

  test('is a link for an address, a telephone number, a site and a reference', async () => {
    renderSample({
      children: (['email', 'phone', 'url', 'ref'] as const).map((type) => {
        const { Show } = kindOf(fieldOf(type));
        return <Show key={type} field={fieldOf(type)} value={valueOf(type)} />;
      }),
    });
    const addresses = (await screen.findAllByRole('link')).map((link) => link.getAttribute('href'));
    expect(addresses).toEqual([
      'mailto:atelier@lustrerie-mathieu.fr',
      'tel:+33478421563',
      'https://www.lustrerie-mathieu.fr/pampilles',
      '/sample/venues/venue-001/informations',
    ]);
  });

  test('is never a link to a script', async () => {
    const { Show } = kindOf(fieldOf('url'));
    renderSample({ children: <Show field={fieldOf('url')} value="javascript:alert(1)" /> });
    expect((await screen.findByRole('link')).getAttribute('href')).toBe('https://javascript:alert(1)');
  });

  test('is a table for lines and for related records, and a picture for an image', async () => {
    renderSample({
      children: (
        <InRecord>
          {(['children', 'related', 'image'] as const).map((type) => {
            const { Show } = kindOf(fieldOf(type));
            return <Show key={type} field={fieldOf(type)} value={valueOf(type)} />;
          })}
        </InRecord>
      ),
    });
    const lines = within(await screen.findByRole('group', { name: 'Movements' }));
    expect(lines.getAllByRole('columnheader').map((head) => head.textContent)).toEqual([
      'Date',
      'Place',
      'Pieces',
    ]);
    const related = within(await screen.findByRole('table', { name: 'Replaced by' }));
    expect(related.getByRole('link', { name: 'Pampille de cristal' })).toBeDefined();
    expect(await screen.findByRole('img', { name: 'Photo : lustre.jpg' })).toBeDefined();
  });

  test('is nothing for an empty field of any kind but a yes or no', async () => {
    const types = SHOWN_AS_TEXT.filter((type) => type !== 'bool');
    renderSample({
      children: types.map((type) => {
        const { Show } = kindOf(fieldOf(type));
        return (
          <div key={type} data-testid={type}>
            <Show field={fieldOf(type)} value={null} />
          </div>
        );
      }),
    });
    await screen.findByTestId('ref');
    expect(types.filter((type) => plain(screen.getByTestId(type).textContent) !== '')).toEqual([]);
  });

  test('is « no » for an empty yes or no, in words', async () => {
    const { Show } = kindOf(fieldOf('bool'));
    renderSample({ language: 'fr', children: <Show field={fieldOf('bool')} value={null} /> });
    expect(await screen.findByText('Non')).toBeDefined();
  });
});

interface EditorProps {
  type: Kind;
  onChange: (value: unknown) => void;
}

/** The editor of a kind with its label and its error, as forms show it. */
const Editor = ({ type, onChange }: EditorProps) => {
  const text = useResourceText();
  const field = fieldOf(type);
  const [value, setValue] = useState<unknown>(null);
  const [left, setLeft] = useState(false);
  const { Edit, ownLabel, check } = kindOf(field);
  const wrong = check?.(value, left);
  const edit = (control: FieldControl) => (
    <Edit
      field={field}
      value={value}
      control={control}
      errors={{}}
      onChange={(next) => {
        setValue(next);
        onChange(next);
      }}
    />
  );
  return (
    <div onFocus={() => setLeft(false)} onBlur={() => setLeft(true)}>
      {ownLabel ? (
        edit({ id: inputId(field.name) })
      ) : (
        <Field
          id={inputId(field.name)}
          label={field.label.en}
          mark="required"
          error={wrong ? text(wrong) : undefined}
        >
          {edit}
        </Field>
      )}
    </div>
  );
};

const openEditor = async (type: Kind, language: Language = 'en') => {
  let latest: unknown;
  const page = renderSample({
    language,
    children: (
      <InRecord>
        <Editor
          type={type}
          onChange={(next) => {
            latest = next;
          }}
        />
      </InRecord>
    ),
  });
  // The editor of a formatted text, the pickers and their data are loaded on demand.
  await waitFor(() => expect(document.querySelector('input, select, textarea, button')).not.toBeNull());
  return { ...page, label: fieldOf(type).label.en, sent: () => bodyValue(fieldOf(type), latest) };
};

describe('an edited value', () => {
  test.each<[Kind, string, unknown]>([
    ['text', 'Tabouret', 'Tabouret'],
    ['longText', 'Deux personnes', 'Deux personnes'],
    ['int', '1,200', 1_200],
    ['decimal', '3.25', '3.25'],
    ['money', '1,234.5', '1234.5'],
    ['percent', '20', '20'],
    ['duration', '2 h 15', 135],
    ['time', '2030', '20:30'],
    ['email', 'regie@theatre.fr', 'regie@theatre.fr'],
    ['phone', '0612440819', '+33612440819'],
    ['url', 'theatre.fr', 'https://theatre.fr'],
    ['color', '5B2D86', '#5b2d86'],
    ['iban', 'fr76 3000 6000 0112 3456 7890 189', 'FR7630006000011234567890189'],
    ['bic', 'agrifrpp', 'AGRIFRPP'],
    ['siren', '732 829 320', '732829320'],
    ['siret', '732 829 320 00074', '73282932000074'],
    ['vatNumber', 'fr 44 732829320', 'FR44732829320'],
    ['nir', '2 55 08 14 168 025 38', '255081416802538'],
    ['number', 'AC-2026-000003', 'AC-2026-000003'],
    ['json', '{{"watts": 240}', { watts: 240 }],
    ['date', '24/12/2026', '2026-12-24'],
    ['datetime', '24/12/2026 20:30', new Date(2026, 11, 24, 20, 30).toISOString()],
  ])('of the kind %s is typed as %j and sent as %j', async (type, typed, expected) => {
    const { user, label, sent } = await openEditor(type);
    await user.type(screen.getByLabelText(label), typed);
    await user.tab();
    expect(sent()).toEqual(expected);
  });

  test.each<[Kind, string, unknown]>([
    ['int', '1 200', 1_200],
    ['decimal', '3,25', '3.25'],
    ['money', '1 234,5', '1234.5'],
    ['percent', '5,5', '5.5'],
    ['duration', '1,5 h', 90],
  ])('of the kind %s is typed in French as %j and sent as %j', async (type, typed, expected) => {
    const { user, label, sent } = await openEditor(type, 'fr');
    await user.type(screen.getByLabelText(label), typed);
    await user.tab();
    expect(sent()).toEqual(expected);
  });

  test.each<[Kind, string, string]>([
    ['enumeration', 'Costume', 'COSTUME'],
    ['country', 'Belgium', 'BE'],
    ['language', 'German', 'de'],
    ['currency', 'Swiss Franc (CHF)', 'CHF'],
  ])('of the kind %s is chosen by name, %j, and sent as %j', async (type, name, expected) => {
    const { user, label, sent } = await openEditor(type);
    await user.selectOptions(screen.getByLabelText(label), name);
    expect(sent()).toBe(expected);
  });

  test('of a yes or no is ticked', async () => {
    const { user, sent } = await openEditor('bool');
    await user.click(screen.getByRole('checkbox', { name: 'Fragile' }));
    expect(sent()).toBe(true);
  });

  test('of a colour is chosen in the palette, by name', async () => {
    const { user, sent } = await openEditor('color');
    const swatch = screen.getByRole('button', { name: 'Teal' });
    await user.click(swatch);
    expect(swatch.getAttribute('aria-pressed')).toBe('true');
    expect(sent()).toMatch(/^#[0-9a-f]{6}$/);
  });

  const pick = async (user: UserEvent, label: string) => {
    await user.type(screen.getByLabelText(label), 'stud');
    await user.click(await screen.findByText('Studio'));
  };
  test('of a reference is found by typing, and sent as its id', async () => {
    const { user, label, sent } = await openEditor('ref');
    await pick(user, label);
    expect(sent()).toBe('venue-002');
    expect(screen.getByLabelText(label)).toHaveProperty('value', 'Studio');
    await user.click(screen.getByRole('button', { name: 'Clear the choice' }));
    expect(sent()).toBeNull();
  });

  test('of several references is found by typing, and sent as ids', async () => {
    const { user, label, sent } = await openEditor('refs');
    await pick(user, label);
    expect(sent()).toEqual(['venue-002']);
  });

  test('of a list is added item by item', async () => {
    const { user, sent } = await openEditor('list');
    await user.click(screen.getByRole('button', { name: 'Add' }));
    await user.type(screen.getByRole('textbox', { name: 'Tags' }), 'cuir');
    await user.click(screen.getByRole('button', { name: 'Add' }));
    expect(screen.getByRole('textbox', { name: 'Tags 2' })).toBeDefined();
    expect(sent()).toEqual(['cuir']);
    await user.click(screen.getByRole('button', { name: 'Remove line 1' }));
    expect(sent()).toEqual([]);
  });

  test('of lines: Enter adds a line after the last one, a button removes a line', async () => {
    const { user, sent } = await openEditor('children');
    await user.click(screen.getByRole('button', { name: 'Add a line' }));
    const first = within(screen.getByRole('group', { name: 'Movements 1' }));
    await user.type(first.getByRole('textbox', { name: /^Place/ }), 'Atelier');
    await user.type(first.getByRole('textbox', { name: /^Pieces/ }), '2{Enter}');
    expect(screen.getByRole('group', { name: 'Movements 2' })).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Remove line 2' }));
    expect(sent()).toEqual([{ movedOn: null, place: 'Atelier', pieces: 2 }]);
  });

  const chooseFile = async (user: UserEvent, file: File) => {
    const input = document.querySelector<HTMLInputElement>('input[type=file]');
    if (!input) throw new Error('There is no file input');
    // The refusal of another type is the subject of a test: the browser's own filter is left out.
    input.removeAttribute('accept');
    await user.upload(input, file);
  };
  test.each<[Kind, File]>([
    ['file', new File(['%PDF-1.7'], 'notice.pdf', { type: 'application/pdf' })],
    ['image', new File(['…'], 'lustre.png', { type: 'image/png' })],
  ])('of the kind %s is uploaded, and sent as the id of the file', async (type, file) => {
    const { user, sent } = await openEditor(type);
    await chooseFile(user, file);
    await waitFor(() => expect(sent()).toMatch(/^file-new-/));
    await user.click(screen.getByRole('button', { name: 'Remove' }));
    expect(sent()).toBeNull();
  });

  test('of a file with another type is refused before the upload', async () => {
    const { user, requests } = await openEditor('file');
    await chooseFile(user, new File(['…'], 'notice.png', { type: 'image/png' }));
    expect(await screen.findByText('This type of file is not accepted here.')).toBeDefined();
    expect(requests.some(({ method }) => method === 'POST')).toBe(false);
  });

  test('of a formatted text has a named editor and a toolbar', async () => {
    const { user, sent } = await openEditor('richText');
    const editor = await screen.findByRole('textbox', { name: 'Instructions' });
    expect(screen.getByRole('toolbar', { name: 'Formatting' })).toBeDefined();
    await user.type(editor, 'Couper le courant');
    await user.click(screen.getByRole('button', { name: 'Bulleted list' }));
    expect(sent()).toContain('<ul><li><p>Couper le courant</p></li></ul>');
  });

  test('of related records is never edited', async () => {
    const { Edit } = kindOf(fieldOf('related'));
    renderSample({
      children: (
        <div data-testid="editor">
          <Edit
            field={fieldOf('related')}
            value={null}
            onChange={() => undefined}
            control={{ id: 'x' }}
            errors={{}}
          />
        </div>
      ),
    });
    expect((await screen.findByTestId('editor')).childElementCount).toBe(0);
  });
});

describe('a wrong value', () => {
  test.each<[Kind, string, string]>([
    ['int', 'douze', 'Write a number, for example 1,234.56.'],
    ['money', '12 euros', 'Write a number, for example 1,234.56.'],
    ['duration', 'une heure', 'Write a duration, for example 1 h 30 or 90.'],
    ['time', '25:00', 'Write a time, for example 20:30.'],
    ['email', 'regie@', 'This e-mail address is not complete.'],
    ['phone', '0612', 'This telephone number is not valid.'],
    ['url', 'ftp:rien', 'This address is not complete: it begins with https://.'],
    ['iban', 'FR7630006000011234567890188', 'This IBAN is not valid: check its figures and its key.'],
    ['bic', 'AGRI', 'This BIC is not valid.'],
    ['siren', '732829321', 'This SIREN is not valid: one of its nine figures is wrong.'],
    ['siret', '73282932000075', 'This SIRET is not valid: one of its fourteen figures is wrong.'],
    ['vatNumber', 'FR45732829320', 'This VAT number is not valid.'],
    ['nir', '255081416802539', 'This social security number is not valid: check its figures and its key.'],
  ])('of the kind %s, %j, is refused with a reason that the input names', async (type, typed, reason) => {
    const { user, label } = await openEditor(type);
    const input = screen.getByLabelText(label);
    await user.type(input, typed);
    await user.tab();
    const error = await screen.findByText(reason);
    expect(input.getAttribute('aria-describedby')).toContain(error.closest('.c-error')?.id);
  });
});
