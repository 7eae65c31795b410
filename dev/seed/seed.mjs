// Fills an empty installation with two tenants, through the HTTP API that browsers use.
// Existing records stay as they are: running it again changes nothing.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { localDate } from './local-date.mjs';
import { seedSeasons } from './seasons.mjs';
import { seedThirdParties } from './seed-third-parties.mjs';
import { theatres } from './theatres.mjs';
import { DEMO_PASSWORD, SUPER_ADMINISTRATOR } from '../demo.mjs';
import { UserError } from '../lib/command.mjs';
import {
  accessToken,
  clearRequiredActions,
  findLogin,
  isNotSetUp,
  isWrongPassword,
  keycloakAccess,
  setPassword,
} from '../lib/keycloak-client.mjs';
import { PORTS } from '../lib/settings.mjs';
import { until } from '../lib/until.mjs';

const gateway = `http://localhost:${PORTS.gateway}`;

/** How long a part may say that another one, which started after it, is not there yet. */
const UNAVAILABLE_FOR_MS = 30_000;

/**
 * Calls with a bearer token; throws the detail of a problem when the call is refused. A refusal that asks to try again
 * in a moment (503) is tried again: services that started before identity notice it a little later.
 */
const as =
  (token) =>
  async (method, path, body, headers = {}) => {
    const send = () =>
      fetch(gateway + path, {
        method,
        headers: {
          authorization: `Bearer ${token}`,
          ...(body ? { 'content-type': 'application/json' } : {}),
          ...headers,
        },
        body: body && JSON.stringify(body),
      });
    const deadline = Date.now() + UNAVAILABLE_FOR_MS;
    let answer = await send();
    while (answer.status === 503 && Date.now() < deadline) {
      await sleep(500);
      answer = await send();
    }
    if (answer.status === 204) return null;
    const content = await answer.json().catch(() => ({}));
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(content)}`);
    return content;
  };

/** The record of a list whose field has a value; created from `body` when there is none. */
async function ensure(call, path, field, body) {
  const { items } = await call('GET', `${path}?f.${field}.eq=${encodeURIComponent(body[field])}`);
  return items[0] ?? (await call('POST', path, body));
}

/** Whether Keycloak accepts the demo password: it refuses one that the user had before. */
async function takesDemoPassword(login) {
  try {
    await setPassword(login, DEMO_PASSWORD);
    return true;
  } catch (error) {
    if (error instanceof UserError) return false;
    throw error;
  }
}

/** How long the password of a login that was just made may be refused. */
const REFUSED_FOR_MS = 20_000;

/**
 * A token, or undefined when the user has chosen another password. Keycloak refuses the right one, too, while it handles
 * another login of the same user (`user_temporarily_disabled`): that of a new user is tried again.
 */
async function tokenOf(login, { isNew = false } = {}) {
  const deadline = Date.now() + (isNew ? REFUSED_FOR_MS : 0);
  for (;;) {
    const token = await tokenNow(login);
    if (token !== undefined || Date.now() >= deadline) return token;
    await sleep(1_000);
  }
}

async function tokenNow(login) {
  try {
    return await accessToken(login, DEMO_PASSWORD);
  } catch (error) {
    if (!isWrongPassword(error)) throw error;
    // Identity wrote the new user once more meanwhile, as it was before it had its password.
    if (isNotSetUp(error)) {
      await clearRequiredActions(login);
      return accessToken(login, DEMO_PASSWORD);
    }
    const user = await findLogin(login);
    // A seed that was interrupted left the generated password, which nobody has read.
    const unread = user?.requiredActions?.includes('UPDATE_PASSWORD');
    if (unread && (await takesDemoPassword(login))) return accessToken(login, DEMO_PASSWORD);
    if (user) return undefined;
    const { url } = keycloakAccess();
    throw new UserError(
      `${login} is in the databases, and unknown to Keycloak at ${url}: these data were made with another Keycloak.\n` +
        'Name that one, or begin anew: `npm run reset`, or another COULISSE_DATA_DIR.',
      { cause: error },
    );
  }
}

/** Returns a function that calls as the owner; undefined when the owner has another password: nothing is seeded. */
async function seedPeople(asSuper, tenant, people) {
  const [owner, ...others] = people;
  const path = `/b/api/core/saas-customers/${tenant.id}/administrators`;
  const { items } = await asSuper('GET', path);
  const isNew = !items.some(({ email }) => email === owner.email);
  if (isNew) {
    const { role: _, ...person } = owner;
    await asSuper('POST', path, person);
    await setPassword(owner.email, DEMO_PASSWORD);
  }
  const token = await tokenOf(owner.email, { isNew });
  if (!token) return undefined;
  const call = as(token);
  for (const person of others) {
    const { items: found } = await call(
      'GET',
      `/b/api/core/users?f.email.eq=${encodeURIComponent(person.email)}`,
    );
    if (found.length) continue;
    await call('POST', '/b/api/core/users', { ...person, softwareLanguage: 'fr' });
    await setPassword(person.email, DEMO_PASSWORD);
    await tokenOf(person.email, { isNew: true });
  }
  return call;
}

/** A plan of a room by its name; drawn when there is none. */
async function ensurePlan(call, room, name, drawing) {
  const plans = `/b/api/configuration/salles/${room.id}/plans`;
  const { items } = await call('GET', plans);
  return items.find((plan) => plan.name === name) ?? (await call('POST', plans, { name, ...drawing }));
}

/** Formulas of categories by name, with what they offer. Returns their ids. */
async function seedFormulas(call, formulas, categories, options = []) {
  const ids = [];
  for (const { category, ...formula } of formulas) {
    const body = {
      ...formula,
      category: categories[category],
      minimumNumberOfPeople: 1,
      isVisibleToPublic: true,
      ...(options.length > 0 ? { options } : {}),
    };
    ids.push((await ensure(call, '/b/api/configuration/formules', 'name', body)).id);
  }
  return ids;
}

/** The room of a theatre in which people dine at tables: its room, its plan and the formulas that are sold there. */
async function seedTables(call, { tables, options }, categories) {
  if (!tables) return undefined;
  const offered = [];
  for (const option of options)
    offered.push((await ensure(call, '/b/api/configuration/options', 'name', option)).id);
  const room = await ensure(call, '/b/api/configuration/salles', 'name', tables.room);
  const plan = await ensurePlan(call, room, tables.plan.name, tables.plan.drawing(categories));
  return { room, plan, formulas: await seedFormulas(call, tables.formulas, categories, offered) };
}

async function seedSales(call, theatre) {
  const categories = {};
  for (const category of theatre.categories)
    categories[category.name] = (await ensure(call, '/b/api/configuration/categories', 'name', category)).id;
  const formulas = await seedFormulas(call, theatre.formulas, categories);
  const room = await ensure(call, '/b/api/configuration/salles', 'name', theatre.room);
  const usual = await ensurePlan(call, room, theatre.plan.name, { blocks: theatre.plan.blocks(categories) });
  const hall = { room, plan: usual, formulas };
  const atTables = await seedTables(call, theatre, categories);
  for (const { show, performances, hasTables } of theatre.shows) {
    const { items: existingShows } = await call(
      'GET',
      `/b/api/configuration/spectacles?f.name.eq=${encodeURIComponent(show.name)}`,
    );
    if (existingShows.length) continue;
    const created = await call('POST', '/b/api/configuration/spectacles', show);
    for (const { inDays, isSmall, ...times } of performances) {
      const place = hasTables ? atTables : hall;
      const plan = isSmall
        ? await ensurePlan(call, room, theatre.smallPlan.name, {
            blocks: theatre.smallPlan.blocks(categories),
          })
        : place.plan;
      await call('POST', '/b/api/configuration/representations', {
        show: created.id,
        room: place.room.id,
        planId: plan.id,
        date: localDate(inDays),
        ...times,
        formulas: place.formulas,
        activeReservation: 'ALL',
        displayCalendar: 'ALL',
        isMultiFormule: true,
      });
    }
  }
  for (const code of theatre.promotionCodes ?? [])
    await ensure(call, '/b/api/configuration/promotion-codes', 'code', code);
}

/** How long a voucher that is not paid stays reserved. */
const PAID_WITHIN_DAYS = 10;

/** Gift vouchers that the desk has sold; none are sold when there are some. */
async function seedVouchers(call, vouchers) {
  if (vouchers.length === 0) return;
  if ((await call('GET', '/b/api/prestiscene/gift-vouchers?size=1')).items.length > 0) return;
  for (const { amount, isPaidLater, ...voucher } of vouchers) {
    const parts = [{ method: 'CARD', amountMinor: Math.round(Number(amount) * 100) }];
    const payment = isPaidLater
      ? { kind: 'later', deadline: localDate(PAID_WITHIN_DAYS) }
      : { kind: 'now', parts };
    await call(
      'POST',
      '/b/api/prestiscene/desk/gift-vouchers',
      { ...voucher, amount, payment },
      { 'idempotency-key': randomUUID() },
    );
  }
}

/** Texts of the public pages that nobody has written yet. */
async function seedSettings(call, texts = {}) {
  const path = '/b/api/configuration/settings';
  const [record] = (await call('GET', path)).items;
  if (!record) return;
  const own = await call('GET', `${path}/${record.id}`);
  const missing = Object.fromEntries(Object.entries(texts).filter(([name]) => own[name] === null));
  if (Object.keys(missing).length > 0)
    await call('PATCH', `${path}/${own.id}`, missing, { 'if-match': `"${own.version}"` });
}

async function seedTiers(call, people) {
  for (const person of people) await ensure(call, '/b/api/crm/tiers', 'email', person);
}

/** What the demo data need besides users. */
const NEEDED = ['ticketing.seat-category.create', 'ticketing.performance.create', 'crm.tiers.create'];
const mayAll = ({ rights }, needed) => needed.every((right) => rights.includes(right));

/** A stack beside it is one of tests, which bring their own sales. */
const isForPeople = !Number(process.env.COULISSE_PORT_OFFSET);

export async function seed() {
  // Identity creates this login in the background of its start, as soon as Keycloak accepts it.
  await until(() => findLogin(SUPER_ADMINISTRATOR), {
    timeoutMs: 60_000,
    everyMs: 250,
    condition: `the login ${SUPER_ADMINISTRATOR}, which identity makes (see its log)`,
  });
  const token = await tokenOf(SUPER_ADMINISTRATOR);
  if (!token) return console.log(`${SUPER_ADMINISTRATOR} has another password: everything stays as it is`);
  const asSuper = as(token);
  for (const [rank, theatre] of theatres.entries()) {
    const tenant = await ensure(asSuper, '/b/api/core/saas-customers', 'slug', theatre.customer);
    const call = await seedPeople(asSuper, tenant, theatre.people);
    if (!call) {
      console.log(`${theatre.people[0].email} has another password: the theatre stays as it is`);
      continue;
    }
    // Services declare the rights of the roles at their start; they take effect a few seconds later.
    await until(async () => mayAll(await call('GET', '/b/api/core/me'), NEEDED), {
      timeoutMs: 60_000,
      everyMs: 500,
      condition: 'the rights of the administrator, which ticketing and crm declare (see their logs)',
    });
    await seedSales(call, theatre);
    await seedSettings(call, theatre.settings);
    await seedTiers(call, theatre.tiers);
    await seedThirdParties(call, rank, theatre.towns);
    if (isForPeople) {
      await seedVouchers(call, theatre.giftVouchers ?? []);
      if (theatre.hasSeasons) await seedSeasons(call);
    }
  }
}

if (import.meta.url === `file://${process.argv[1]}`)
  await seed().catch((error) => {
    console.error(error instanceof UserError ? error.message : error);
    process.exitCode = 1;
  });
