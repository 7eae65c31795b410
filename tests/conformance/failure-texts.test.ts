import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
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
  const consumers = manifests.flatMap((manifest) => partsOf(manifest).consumers);
  expect(consumers).toHaveLength(declarations.length);
  expect(consumers.length).toBeGreaterThan(8);
  const keys = consumers.flatMap(({ name, handlers }) =>
    Object.keys(handlers).map((type) => `failure.event.${name}.${type}`),
  );
  const [fr, en] = [textsIn('fr'), textsIn('en')];
  expect(keys.filter((key) => !fr[key] || !en[key])).toEqual([]);
});
