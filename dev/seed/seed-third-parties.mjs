// Seeds third parties of a tenant through the HTTP API that browsers use. Existing records stay as they are.
import { choices, thirdParties } from './third-parties.mjs';

const api = (path) => `/b/api/${path}`;
/** Every record of a list, archived ones too. */
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
/** The active records of a list, at most 200. */
async function allOf(call, path) {
  const { items } = await call('GET', `${api(path)}?size=200`);
  return items;
}

async function seedChoices(call) {
  const ids = {};
  for (const [path, records] of Object.entries(choices)) {
    const existingIds = new Map((await all(call, path)).map((row) => [row.name, row.id]));
    // A list that already has values of the tenant's own, however few, is not completed.
    const isTheirs = existingIds.size > 0 && !records.some(({ name }) => existingIds.has(name));
    for (const { state, ...record } of isTheirs ? [] : records) {
      if (existingIds.has(record.name)) continue;
      const made = await call('POST', api(path), record).catch((error) => {
        // A scale that users changed has no room for our bands.
        if (!/band\.(overlap|hole)/.test(error.message)) throw error;
      });
      if (!made) continue;
      existingIds.set(made.name, made.id);
      if (state === 'INACTIVE') await call('POST', `${api(path)}/${made.id}/transitions/disable`);
    }
    ids[path] = existingIds;
  }
  return ids;
}

/** Replaces names of choices by their ids at this tenant; choices that it does not have are left out. */
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
      const choiceIds = paths[field] && ids[paths[field]];
      if (!choiceIds) return value === undefined ? [] : [[field, value]];
      return choiceIds.has(value) ? [[field, choiceIds.get(value)]] : [];
    }),
  );
};

/**
 * @param call as the owner of the tenant
 * @param rank of the tenant
 * @param towns around it
 */
export async function seedThirdParties(call, rank, towns) {
  const ids = await seedChoices(call);
  const { tiers, contacts, notes } = thirdParties(rank, towns);
  const existingByEmail = new Map((await all(call, 'crm/tiers')).map((row) => [row.email, row]));
  const byName = new Map();
  for (const thirdParty of tiers) {
    const record =
      existingByEmail.get(thirdParty.email) ??
      (await call('POST', api('crm/tiers'), withIds(thirdParty, ids)));
    byName.set(record.name, record);
  }

  const attached = new Set(
    (await allOf(call, 'crm/contacts')).map(({ society, particular }) => `${society.id} ${particular.id}`),
  );
  for (const { particular, society, type, ...fields } of contacts) {
    const [person, company] = [byName.get(particular), byName.get(society)];
    if (!person || !company || attached.has(`${company.id} ${person.id}`)) continue;
    const body = {
      ...fields,
      particular: person.id,
      society: company.id,
      type: ids['crm/contact-types'].get(type),
    };
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
