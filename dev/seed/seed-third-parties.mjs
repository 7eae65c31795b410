// Third parties of a theatre, through the calls that people's browsers make. What is there already stays as it is.
import { choices, thirdParties } from './third-parties.mjs';

const api = (path) => `/b/api/${path}`;
/** Every record of a short list, those put away too. */
async function all(call, path) {
  const found = [];
  for (let after = ''; after !== null;) {
    const { items, page } = await call(
      'GET',
      `${api(path)}?size=200&archived=all${after && `&after=${after}`}`,
    );
    found.push(...items);
    after = page.next;
  }
  return found;
}
/** Every record of a list that is not put away or cannot be. */
async function allOf(call, path) {
  const { items } = await call('GET', `${api(path)}?size=200`);
  return items;
}

async function seedChoices(call) {
  const ids = {};
  for (const [path, records] of Object.entries(choices)) {
    const known = new Map((await all(call, path)).map((one) => [one.name, one.id]));
    // A scale of their own, however little of it, is not ours to complete.
    const isTheirs = known.size > 0 && !records.some(({ name }) => known.has(name));
    for (const { state, ...record } of isTheirs ? [] : records) {
      if (known.has(record.name)) continue;
      const made = await call('POST', api(path), record).catch((error) => {
        // A scale that people changed has no room for what we would add.
        if (!/band\.(overlap|hole)/.test(error.message)) throw error;
      });
      if (!made) continue;
      known.set(made.name, made.id);
      if (state === 'INACTIVE') await call('POST', `${api(path)}/${made.id}/transitions/disable`);
    }
    ids[path] = known;
  }
  return ids;
}

/** Names of choices as the ids that this theatre gave them; those that it does not have are left out. */
const withIds = (record, ids) => {
  const paths = {
    civility: 'crm/civilities',
    group: 'crm/tiers-groups',
    status: 'crm/tiers-statuses',
    loyalty: 'crm/loyalty-labels',
    legalStatus: 'crm/legal-statuses',
    prospectStatus: 'crm/prospect-statuses',
    channel: 'crm/channels',
  };
  return Object.fromEntries(
    Object.entries(record).flatMap(([field, value]) => {
      const known = paths[field] && ids[paths[field]];
      if (!known) return value === undefined ? [] : [[field, value]];
      return known.has(value) ? [[field, known.get(value)]] : [];
    }),
  );
};

/**
 * @param call as the owner of the theatre
 * @param rank of the theatre
 * @param towns around it
 */
export async function seedThirdParties(call, rank, towns) {
  const ids = await seedChoices(call);
  const { tiers, contacts, notes } = thirdParties(rank, towns);
  const known = new Map((await all(call, 'crm/tiers')).map((one) => [one.email, one]));
  const byName = new Map();
  for (const one of tiers) {
    const record = known.get(one.email) ?? (await call('POST', api('crm/tiers'), withIds(one, ids)));
    byName.set(record.name, record);
  }

  const attached = new Set(
    (await allOf(call, 'crm/contacts')).map(({ society, particular }) => `${society.id} ${particular.id}`),
  );
  for (const { particular, society, type, ...more } of contacts) {
    const [who, where] = [byName.get(particular), byName.get(society)];
    if (!who || !where || attached.has(`${where.id} ${who.id}`)) continue;
    const body = { ...more, particular: who.id, society: where.id, type: ids['crm/contact-types'].get(type) };
    await call('POST', api('crm/contacts'), body);
  }

  const written = new Set((await allOf(call, 'crm/notes')).map(({ title }) => title));
  for (const { type, ...note } of notes) {
    const about = byName.get(note.tiers);
    if (!about || written.has(note.title)) continue;
    const body = { ...withIds(note, ids), tiers: about.id, type: ids['crm/note-types'].get(type) };
    await call('POST', api('crm/notes'), body);
  }
}
