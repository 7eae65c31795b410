import { WholeEvents } from './shared-streams';

const push = (events: WholeEvents, ...chunks: string[]) =>
  chunks.map((chunk) => events.push(Buffer.from(chunk)).toString());

test('passes on whole events and keeps the beginning of the next one', () => {
  const events = new WholeEvents();
  expect(push(events, 'data: 1\n\nda', 'ta: 2', '\n', '\ndata: 3\n\n: ok\n\n')).toEqual([
    'data: 1\n\n',
    '',
    '',
    'data: 2\n\ndata: 3\n\n: ok\n\n',
  ]);
  expect(events.pending).toBe(0);
});

test('the chunks of any cut are the same events', () => {
  const text = 'event: seats\ndata: {"seating":"a"}\n\n: still here\n\nevent: seats\ndata: {}\n\n';
  for (let cut = 0; cut <= text.length; cut++) {
    const parts = push(new WholeEvents(), text.slice(0, cut), text.slice(cut));
    expect(parts.join('')).toBe(text);
    expect(parts.every((part) => part === '' || part.endsWith('\n\n'))).toBe(true);
  }
});
