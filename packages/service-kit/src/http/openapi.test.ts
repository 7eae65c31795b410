import { z } from 'zod';
import { named, openApi } from './openapi';
import { route } from './route';

interface Document {
  paths: Record<string, Record<string, { parameters: { name: string }[]; responses: Record<string, never> }>>;
  components: { schemas: Record<string, object> };
}
const answering = (path: string, response: z.ZodType, openapi?: Record<string, unknown>) =>
  route.get(path, { summary: 'Reads', access: 'public', response, openapi }, async () => ({}));

describe('the OpenAPI document', () => {
  test('contains a named schema once, however often it is used', () => {
    const line = named('Line', z.object({ label: z.string() }));
    const document = openApi('x', [answering('/a', line), answering('/b', line)]) as unknown as Document;
    expect(document.components.schemas.Line).toMatchObject({ type: 'object' });
    for (const path of ['/a', '/b'])
      expect(JSON.stringify(document.paths[path])).toContain('{"$ref":"#/components/schemas/Line"}');
  });
  test('contains a recursive schema as a component, with references from the document root', () => {
    const group = z.object({
      rule: z.string(),
      get rules() {
        return z.array(group).optional();
      },
    });
    const document = openApi('x', [
      answering('/a', z.object({ filter: group })),
      answering('/b', z.array(group)),
      answering('/c', named('Group', group)),
    ]) as unknown as Document;
    expect(JSON.stringify(document)).not.toMatch(/"#"|\$defs/);
    for (const [, name = ''] of JSON.stringify(document).matchAll(/#\/components\/schemas\/([\w.]+)/g))
      expect(document.components.schemas).toHaveProperty([name]);
  });
  test('adds parameters to those of the path, and converts their zod schemas', () => {
    const document = openApi('x', [
      answering('/a/{id}', z.null(), {
        parameters: [{ name: 'q', in: 'query', schema: z.string().max(3) }],
      }),
    ]) as unknown as Document;
    expect(document.paths['/a/{id}']?.get?.parameters).toMatchObject([
      { name: 'id', in: 'path' },
      { name: 'q', schema: { type: 'string', maxLength: 3 } },
    ]);
  });
});
