import { isImage, isProgram, isShown, LARGEST_FILE, mediaTypeOf, refusal, tidyName } from './file.domain';

const bytes = (text: string) => Buffer.from(text, 'utf8');

const docx = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
const archive = [
  { typename: 'zip', mime: 'application/zip', extension: 'zip' },
  { typename: 'docx', mime: docx, extension: 'docx' },
  { typename: 'apk', mime: 'application/vnd.android.package-archive', extension: 'apk' },
];
const one = (typename: string, mime?: string) => [{ typename, mime, extension: typename }];

describe('what a file is', () => {
  it.each([
    ['photo.png', one('png', 'image/png'), 'image/png'],
    // The content decides: a text does not become a picture by its name.
    ['photo.png', [], 'text/plain'],
    ['page.html', one('html', 'text/html'), 'text/plain'],
    ['logo.svg', one('SVG', 'image/svg+xml'), 'text/plain'],
    ['flux.xml', one('xml', 'application/xml'), 'text/plain'],
    ['devis.docx', archive, docx],
    ['dossier.bin', archive, 'application/zip'],
    ['liste.csv', [], 'text/csv'],
    ['notes', [], 'text/plain'],
  ])('%s, whose bytes say %j, is %s', (name, signatures, expected) => {
    expect(mediaTypeOf(name, bytes('<script>alert(1)</script>'), signatures)).toBe(expected);
  });

  it('is bytes and nothing more when they are no text', () => {
    expect(mediaTypeOf('liste.csv', new Uint8Array([0xff, 0xfe, 0, 1]), [])).toBe('application/octet-stream');
  });

  it.each([
    ['photo.png', one('exe'), true],
    ['outil', one('ELF'), true],
    ['jeu.apk', archive, true],
    ['devis.docx', archive, false],
    ['photo.png', one('png', 'image/png'), false],
  ])('%s with %j: a program? %s', (name, signatures, expected) => {
    expect(isProgram(name, signatures)).toBe(expected);
  });
});

it('shows what a browser does not run, and counts only pictures as pictures', () => {
  expect(['image/png', 'application/pdf', 'text/plain', 'image/svg+xml'].map(isShown)).toEqual([
    true,
    true,
    false,
    false,
  ]);
  expect(['image/webp', 'application/pdf'].map(isImage)).toEqual([true, false]);
});

it.each([
  [0, 'text/plain', false, false, 'validation.not-blank'],
  [LARGEST_FILE, 'text/plain', false, false, null],
  [LARGEST_FILE + 1, 'text/plain', false, false, 'validation.file-size'],
  [10, 'application/x-executable', true, false, 'validation.file-type'],
  [10, 'application/pdf', false, true, 'validation.file-type'],
  [10, 'image/jpeg', false, true, null],
])(
  '%d bytes of %s (program: %s, pictures only: %s) are answered %s',
  (size, mediaType, program, only, expected) => {
    expect(refusal({ size, mediaType, isProgram: program }, only)).toBe(expected);
  },
);

it.each([
  ['../../etc/passwd', 'passwd'],
  ['C:\\Users\\lea\\devis.pdf', 'devis.pdf'],
  ['fac\u202egnp.exe', 'facgnp.exe'],
  ['a\nb.txt', 'ab.txt'],
  ['   ', 'fichier'],
  [`${'x'.repeat(300)}.pdf`, `${'x'.repeat(251)}.pdf`],
])('names %j as %j', (given, expected) => expect(tidyName(given)).toBe(expected));
