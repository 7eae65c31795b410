import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { topology } from '@coulisse/contracts';
import { manifests, partsOf } from './parts-of-services';

const ROOT = join(__dirname, '..', '..');
const textsIn = (language: 'fr' | 'en') =>
  JSON.parse(
    readFileSync(join(ROOT, `micro-frontends/admin/src/locales/${language}.json`), 'utf8'),
  ) as Record<string, string>;

/** Files in which consumers are declared, one each. */
const declarations = readdirSync(join(ROOT, 'services')).flatMap((service) =>
  readdirSync(join(ROOT, 'services', service, 'src'), { recursive: true, encoding: 'utf8' }).filter((path) =>
    path.endsWith('.consumer.ts'),
  ),
);

test('the page of failed deliveries has texts for every event that a consumer handles', () => {
  const parts = manifests.map(partsOf);
  const consumers = parts.flatMap((part) => part.consumers);
  // A batch fails as a whole and is redelivered: only unreadable messages of it are stored, and these have no event.
  // The consumer of references belongs to the kernel, in every service that refers to others.
  const batchConsumers = parts
    .flatMap((part) => part.batchConsumers)
    .filter(({ name }) => !/^[a-z]+\.references-/.test(name));
  expect(consumers.length + batchConsumers.length).toBe(declarations.length);
  expect(consumers.length).toBeGreaterThan(8);
  const keys = consumers.flatMap(({ name, handlers }) =>
    Object.keys(handlers).map((type) => `failure.event.${name}.${type}`),
  );
  const [fr, en] = [textsIn('fr'), textsIn('en')];
  expect(keys.filter((key) => !fr[key] || !en[key])).toEqual([]);
});

test('the pages of failed deliveries and background jobs name every service', () => {
  const services = topology.filter(({ kind }) => kind === 'service').map(({ name }) => name);
  const filter = readFileSync(join(ROOT, 'micro-frontends/admin/src/services.ts'), 'utf8');
  const offered = [...filter.matchAll(/^ {2}'(\w+)',$/gm)].map(([, name]) => name);
  expect(offered.sort()).toEqual([...services].sort());
  for (const texts of [textsIn('fr'), textsIn('en')])
    expect(services.filter((name) => !texts[`service.${name}`])).toEqual([]);
});
