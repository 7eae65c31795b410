import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(__dirname, '..', '..');
const SERVICES = join(ROOT, 'services');
const textsIn = (language: 'fr' | 'en') =>
  JSON.parse(
    readFileSync(join(ROOT, `micro-frontends/admin/src/locales/${language}.json`), 'utf8'),
  ) as Record<string, string>;

interface Consumer {
  name: string;
  topic: string;
  handlers: Record<string, unknown>;
}
const isConsumer = (value: unknown): value is Consumer =>
  typeof value === 'object' && value !== null && 'handlers' in value && 'topic' in value;

/** Every consumer of every service, read from where it is declared. */
async function consumers(): Promise<Consumer[]> {
  const found: Consumer[] = [];
  for (const service of readdirSync(SERVICES)) {
    const folder = join(SERVICES, service, 'src', 'events');
    if (!existsSync(folder)) continue;
    for (const file of readdirSync(folder).filter((name) => name.endsWith('.consumer.ts')))
      found.push(
        ...Object.values((await import(join(folder, file))) as Record<string, unknown>).filter(isConsumer),
      );
  }
  return found;
}

test('the page of failed deliveries has words for every event that a consumer handles', async () => {
  const all = await consumers();
  expect(all.length).toBeGreaterThan(8);
  const keys = all.flatMap(({ name, handlers }) =>
    Object.keys(handlers).map((type) => `failure.event.${name}.${type}`),
  );
  const [fr, en] = [textsIn('fr'), textsIn('en')];
  expect(keys.filter((key) => !fr[key] || !en[key])).toEqual([]);
});
