import {
  contentTypeOf,
  isImage,
  isProgram,
  isShown,
  LARGEST_FILE,
  mediaTypeOf,
  refusalReason,
  tidyName,
} from './file.domain';

const bytes = (text: string) => Buffer.from(text, 'utf8');

const docx = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
const archive = [
  { typename: 'zip', mime: 'application/zip', extension: 'zip' },
  { typename: 'docx', mime: docx, extension: 'docx' },
  { typename: 'apk', mime: 'application/vnd.android.package-archive', extension: 'apk' },
];
const signature = (typename: string, mime?: string) => [{ typename, mime, extension: typename }];

describe('media type of a file', () => {
  it.each([
    ['photo.png', signature('png', 'image/png'), 'image/png'],
    // The content decides, not the file name.
    ['photo.png', [], 'text/plain'],
    ['page.html', signature('html', 'text/html'), 'text/plain'],
    ['logo.svg', signature('SVG', 'image/svg+xml'), 'text/plain'],
    ['flux.xml', signature('xml', 'application/xml'), 'text/plain'],
    ['devis.docx', archive, docx],
    ['dossier.bin', archive, 'application/zip'],
    ['liste.csv', [], 'text/csv'],
    ['notes', [], 'text/plain'],
  ])('%s with signatures %j is %s', (name, signatures, expected) => {
    expect(mediaTypeOf(name, bytes('<script>alert(1)</script>'), signatures)).toBe(expected);
  });

  it('is application/octet-stream when the content is not UTF-8 text', () => {
    expect(mediaTypeOf('liste.csv', new Uint8Array([0xff, 0xfe, 0, 1]), [])).toBe('application/octet-stream');
  });

  it.each([
    ['photo.png', signature('exe'), true],
    ['outil', signature('ELF'), true],
    ['jeu.apk', archive, true],
    ['devis.docx', archive, false],
    ['photo.png', signature('png', 'image/png'), false],
  ])('isProgram of %s with %j: %s', (name, signatures, expected) => {
    expect(isProgram(name, signatures)).toBe(expected);
  });
});

it('displays only pictures and PDF inline, and counts only pictures as images', () => {
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
  '%d bytes of %s (program: %s, images only: %s) are refused with %s (R-061, R-062)',
  (size, mediaType, program, only, expected) => {
    expect(refusalReason({ name: 'x.bin', size, mediaType, isProgram: program }, only)).toBe(expected);
  },
);

it.each([
  ['facture.pdf.bat', 'validation.file-extension'],
  ['Réveil.JS', 'validation.file-extension'],
  ['facture.vbs. ', 'validation.file-extension'],
  ['bat', null],
  ['plan.bat.txt', null],
  ['devis.pdf', null],
])('the name %j of a text is refused with %s (R-063)', (name, expected) => {
  const file = { name, size: 10, mediaType: 'text/plain', isProgram: false };
  expect(refusalReason(file, false)).toBe(expected);
});

it.each([
  ['../../etc/passwd', 'passwd'],
  ['C:\\Users\\lea\\devis.pdf', 'devis.pdf'],
  ['fac\u202egnp.exe', 'facgnp.exe'],
  ['a\nb.txt', 'ab.txt'],
  ['   ', 'fichier'],
  [`${'x'.repeat(300)}.pdf`, `${'x'.repeat(251)}.pdf`],
])('tidies the name %j to %j', (name, expected) => expect(tidyName(name)).toBe(expected));

it.each([
  ['text/plain', 'text/plain; charset=utf-8'],
  ['text/csv', 'text/csv; charset=utf-8'],
  ['image/png', 'image/png'],
  ['application/octet-stream', 'application/octet-stream'],
])('%s is sent as %s', (mediaType, sent) => expect(contentTypeOf(mediaType)).toBe(sent));
