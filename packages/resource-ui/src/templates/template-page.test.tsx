/** @jest-environment jsdom */
import { renderSample } from '@coulisse/resource-samples/testing';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { createElement } from 'react';
import { useRoutes } from 'react-router';
import { templateRoutes } from '../screens';
import type { SourceError, Template } from './template-data';

// The reader of PDF files needs a canvas.
jest.mock('@coulisse/resource-fields', () => ({
  ...jest.requireActual<object>('@coulisse/resource-fields'),
  PdfView: ({ content }: { content: Blob }) => createElement('p', null, `pages: ${content.size}`),
}));

const API = '/b/api/sample/templates';
const settings = { path: 'sample/templates', api: API, rights: 'sample.gadget', resource: 'sample.gadget' };
const Screens = () => useRoutes(templateRoutes(settings));
const json = (body: unknown, status = 200) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });

/** A service with one template, whose answers follow its changes. */
function service(
  errors: (source: string) => SourceError[] = () => [],
  documentFormat: Template['format'] = 'mail',
) {
  const original = { source: '<mjml>Hello {{name}}</mjml>', subject: 'Hello' };
  const template: Template = {
    ...{
      kind: 'sample.hello',
      name: 'Greeting',
      format: documentFormat,
      locale: 'en',
      version: 0,
      currentNumber: null,
    },
    ...{ current: original, default: original, versions: [], attachments: [] },
    attachmentLimits:
      documentFormat === 'mail'
        ? { count: 2, bytes: 5_000_000, types: ['application/pdf', 'image/png'] }
        : null,
    keywords: [
      { path: 'name', type: 'text', description: 'Name of the guest' },
      { path: 'seats', type: 'list', description: 'Seats' },
      { path: 'seats.row', type: 'text', description: 'Row of a seat' },
    ],
  };
  const { kind, name, format } = template;
  return ({
    method,
    path,
    body,
  }: {
    method: string;
    path: string;
    body: Readonly<Record<string, unknown>>;
  }) => {
    if (!path.startsWith(API)) return null;
    const source = String(body['source'] ?? '');
    if (path === API)
      return json({
        items: (['fr', 'en'] as const).map((locale) => ({
          ...{ kind, name, format, locale, version: 0, currentNumber: locale === 'fr' ? 3 : null },
          updatedAt: locale === 'fr' ? '2026-11-20T10:00:00Z' : null,
          attachments: locale === 'fr' ? 1 : 0,
        })),
      });
    if (path.endsWith('/check')) return json({ errors: errors(source) });
    if (path.endsWith('/preview.pdf')) return new Response(`%PDF ${source}`);
    if (path.endsWith('/preview'))
      return json({ html: '', subject: `Shown: ${String(body['subject'])}`, text: '' });
    if (path.endsWith('/test')) return new Response(null, { status: 204 });
    if (path.endsWith('/attachments')) {
      const files = body['files'] as string[];
      if (files.length > 1)
        return json({ code: 'template.attachments-too-large', detail: 'Larger than 5 MB.', errors: [] }, 422);
      const attachments = files.map((id) => ({
        id,
        name: `${id}.pdf`,
        mediaType: 'application/pdf',
        size: 1,
      }));
      Object.assign(template, { version: template.version + 1, attachments });
      return json(template);
    }
    if (path.endsWith('/restore'))
      Object.assign(template, { version: template.version + 1, currentNumber: null, current: original });
    if (method === 'PUT') {
      const number = template.versions.length + 1;
      const comment = typeof body['comment'] === 'string' ? body['comment'] : null;
      const version = { number, comment, author: 'Léa', at: '2026-11-23T10:00:00Z' };
      Object.assign(template, {
        ...{ version: template.version + 1, currentNumber: number },
        current: { source, subject: String(body['subject']) },
        versions: [version, ...template.versions],
      });
    }
    return json(template);
  };
}
const open = (path: string, answer = service()) =>
  renderSample({ path, fail: answer, children: createElement(Screens) });
const sourceArea = async () => screen.findByLabelText<HTMLTextAreaElement>(/^Text of the template/);

test('the list names the templates, and which of them were changed', async () => {
  open('/sample/templates');
  expect(await screen.findByRole('heading', { name: 'Greeting' })).toBeDefined();
  expect(screen.getByRole('link', { name: 'French' }).getAttribute('href')).toBe(
    '/sample/templates/sample.hello/fr',
  );
  expect(screen.getByText('Version 3')).toBeDefined();
  expect(screen.getByText('Product template')).toBeDefined();
  expect(screen.getAllByText(/attached file/).map(({ textContent }) => textContent)).toEqual([
    '1 attached file',
  ]);
});

test('a template is changed, previewed, saved with the version that was seen, and put back', async () => {
  const { user, requests } = open('/sample/templates/sample.hello/en');
  const area = await sourceArea();
  expect(await screen.findByText(/^pages: /)).toBeDefined();
  const save = screen.getByRole('button', { name: 'Save this version' });
  expect(save).toHaveProperty('disabled', true);
  fireEvent.change(area, { target: { value: '<mjml>Good evening</mjml>' } });
  fireEvent.change(screen.getByLabelText('Subject'), { target: { value: 'Good evening' } });
  expect(await screen.findByText('Shown: Good evening')).toBeDefined();
  await user.type(screen.getByLabelText(/^What changes/), 'Politer');
  await user.click(save);
  expect(await screen.findByText(/Politer/)).toBeDefined();
  const put = requests.find(({ method }) => method === 'PUT');
  expect(put?.headers['if-match']).toBe('"0"');
  expect(put?.headers['idempotency-key']).toBeDefined();
  expect(put?.body).toEqual({
    source: '<mjml>Good evening</mjml>',
    subject: 'Good evening',
    comment: 'Politer',
  });
  await user.click(screen.getByRole('button', { name: 'Use' }));
  await user.click(screen.getAllByRole('button', { name: 'Use' }).at(-1)!);
  await waitFor(async () => expect((await sourceArea()).value).toBe('<mjml>Hello {{name}}</mjml>'));
  const restore = requests.find(({ path }) => path.endsWith('/restore'));
  expect([restore?.headers['if-match'], restore?.body]).toEqual(['"1"', { number: null }]);
});

test('a file of a mail is attached, replaced and removed, and what is being written stays (R-184)', async () => {
  const { user, requests } = open('/sample/templates/sample.hello/en');
  const area = await sourceArea();
  fireEvent.change(area, { target: { value: 'being written' } });
  const choose = async (at: number) => {
    const input = document.querySelectorAll<HTMLInputElement>('.r-template-files input[type=file]')[at];
    if (!input) throw new Error('There is no file input');
    await user.upload(input, new File(['%PDF-1.7'], 'plan.pdf', { type: 'application/pdf' }));
  };
  const puts = () => requests.filter(({ method, path }) => method === 'PUT' && path.endsWith('/attachments'));
  await choose(0);
  expect(await screen.findByText('Attached files saved.')).toBeDefined();
  const [first] = (puts()[0]?.body['files'] ?? []) as string[];
  expect([puts()[0]?.headers['if-match'], first]).toEqual(['"0"', expect.stringMatching(/^file-new-/)]);
  // The preview names it.
  expect(screen.getByText(`${first}.pdf`, { selector: 'strong' })).toBeDefined();
  await choose(1);
  expect(await screen.findByText('Larger than 5 MB.')).toBeDefined();
  await choose(0);
  await waitFor(() => expect(puts()).toHaveLength(3));
  await waitFor(() => expect(screen.queryByText(`${first}.pdf`, { selector: 'strong' })).toBeNull());
  await user.click(screen.getByRole('button', { name: 'Remove' }));
  await waitFor(() => expect(puts().at(-1)?.body).toEqual({ files: [] }));
  expect(puts().at(-1)?.headers['if-match']).toBe('"2"');
  expect((await sourceArea()).value).toBe('being written');
});

test('an error is shown with its place, leads there, and stops saving and sending', async () => {
  const error: SourceError = {
    ...{ pointer: '/source', line: 2, column: 3, code: 'template.unknown-keyword' },
    detail: 'nane does not exist',
  };
  const { user } = open(
    '/sample/templates/sample.hello/en',
    service((source) => (source.includes('nane') ? [error] : [])),
  );
  const area = await sourceArea();
  fireEvent.change(area, { target: { value: 'a\n{{nane}}' } });
  await user.click(await screen.findByRole('button', { name: 'Line 2, column 3' }));
  expect([document.activeElement, area.selectionStart]).toEqual([area, 4]);
  expect(screen.getByText(/nane does not exist/)).toBeDefined();
  for (const name of ['Save this version', 'Send me a test'])
    expect(screen.getByRole('button', { name })).toHaveProperty('disabled', true);
  fireEvent.change(area, { target: { value: 'a\n{{name}}' } });
  await waitFor(() => expect(screen.queryByText(/nane does not exist/)).toBeNull());
});

test('a keyword is found and inserted where the cursor is; a test mail is sent once', async () => {
  const { user, requests } = open('/sample/templates/sample.hello/en');
  const area = await sourceArea();
  await user.type(screen.getByRole('searchbox'), 'row of');
  expect(screen.queryByRole('button', { name: 'Insert name' })).toBeNull();
  area.setSelectionRange(6, 6);
  await user.click(screen.getByRole('button', { name: 'Insert seats.row' }));
  expect(area.value).toBe('<mjml>{{row}}Hello {{name}}</mjml>');
  await user.click(screen.getByRole('button', { name: 'Send me a test' }));
  expect(await screen.findByText('Test sent to your address.')).toBeDefined();
  const sent = requests.filter(({ path }) => path.endsWith('/test'));
  expect(sent.map(({ body }) => body['source'])).toEqual(['<mjml>{{row}}Hello {{name}}</mjml>']);
});

test.each([
  ['mail', 0],
  ['pdf', 1],
] as const)('the help of a %s explains what it may contain', async (format, places) => {
  open(
    '/sample/templates/sample.hello/en',
    service(() => [], format),
  );
  expect(await screen.findByText('How to write a template')).toBeDefined();
  expect(screen.getByText('{{#each lines}}…{{/each}}')).toBeDefined();
  expect(screen.queryAllByText(/^\{\{place /)).toHaveLength(places);
});
