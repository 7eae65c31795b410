import type { SampleRequest } from './request';
import { ACTOR_NAME, addHistory, type SampleStore } from './store';
import { findRow } from './records';

const HISTORY_SIZE = 20;

/** History, comments and attachments of a record; undefined when the path is another. */
export const timelineAnswer = (
  store: SampleStore,
  request: SampleRequest,
  id: string,
  action: string,
): unknown => {
  findRow(store, id);
  const { method, body, query } = request;
  if (action === 'history') {
    const all = store.history.get(id) ?? [];
    const from = all.findIndex((item) => item.id === query.get('before')) + 1;
    const size = Number(query.get('size') ?? HISTORY_SIZE);
    const items = all.slice(from, from + size);
    return { items, next: from + size < all.length ? (items.at(-1)?.id ?? null) : null };
  }
  if (action === 'comments' && method === 'POST') {
    addHistory(store, id, 'comment', { text: [null, body['text']] });
    return null;
  }
  if (action.startsWith('attachments')) return attachmentsAnswer(store, request, id, action);
  return undefined;
};

const attachmentsAnswer = (
  store: SampleStore,
  { method, body }: SampleRequest,
  id: string,
  action: string,
): unknown => {
  const items = store.attachments.get(id) ?? [];
  if (method === 'GET') return { items };
  if (method === 'DELETE') {
    store.attachments.set(
      id,
      items.filter((item) => !action.endsWith(`/${item.id}`)),
    );
    return null;
  }
  const file = String(body['file']);
  const name = store.labelOf(undefined, file) ?? file;
  const attachment = {
    id: store.nextId('attachment'),
    file: { id: file, name, mediaType: 'application/pdf', size: 1_024 },
    addedBy: ACTOR_NAME,
    at: store.now(),
  };
  store.attachments.set(id, [attachment, ...items]);
  addHistory(store, id, 'attach', { file: [null, name] });
  return attachment;
};
