import fc from 'fast-check';
import { describeResourceFor, isWritable, type FieldSpec, type Fields } from '@coulisse/resource';
import { checkInput, describedInput, objectSchema, SCREEN_PARTS } from '@coulisse/resource/validation';
import { gadget } from '@coulisse/sample/resources';
import { declaredResources } from './declared-resources';

/** Values at the limits of a field, right and wrong ones. */
function valuesOf(spec: FieldSpec): fc.Arbitrary<unknown> {
  const edges = [spec.min, spec.max].flatMap((limit) =>
    limit === undefined || limit > 30_000 ? [] : [limit - 1, limit, limit + 1],
  );
  const usual = fc.constantFrom<unknown>(
    ...[null, '', ' ', 'x', 'a\nb', '12', '-3.14159', 1, 1.5, true, [], ['x'], {}],
    ...['2026-02-30', '2026-02-28', '2026-02-28T10:00:00Z', '20:30', '25:00', '#336699', 'FR', 'fr', 'EUR'],
    ...['a@b.fr', 'https://coulisse.fr', '+33612440819', 'FR1420041010050500013M02606', '404833048'],
    ...(spec.values ?? []),
    ...edges.flatMap((edge) => [edge, String(edge), 'y'.repeat(Math.max(0, edge))]),
  );
  if (spec.kind === 'list' && spec.of) return fc.oneof(usual, fc.array(valuesOf(spec.of), { maxLength: 3 }));
  if (spec.kind === 'children') return fc.oneof(usual, fc.array(bodyOf(spec.fields ?? {}), { maxLength: 3 }));
  return usual;
}
const bodyOf = (fields: Fields): fc.Arbitrary<Record<string, unknown>> =>
  fc.record(Object.fromEntries(Object.entries(fields).map(([name, { spec }]) => [name, valuesOf(spec)])), {
    requiredKeys: [],
  });

const byPointer = (errors: readonly { pointer: string; code: string }[]) =>
  [...errors].sort((a, b) => a.pointer.localeCompare(b.pointer) || a.code.localeCompare(b.code));

test('the schema that screens make from a descriptor finds the errors that the service finds', async () => {
  const resources = [gadget, ...(await declaredResources())];
  let refused = 0;
  for (const resource of resources) {
    const { fields } = describeResourceFor(resource, { fr: {}, en: {} }, () => true);
    const described = describedInput(fields);
    for (const operation of ['create', 'update'] as const) {
      const accepted = (name: string) =>
        isWritable(resource, name) && fields.some((field) => field.name === name);
      const schema = objectSchema(resource.fields, accepted, operation === 'update', SCREEN_PARTS);
      fc.assert(
        fc.property(bodyOf(resource.fields), (body) => {
          const own = checkInput(resource.fields, schema, body);
          const errors = own.success ? [] : own.errors;
          refused += errors.length;
          expect(byPointer(describedInput(fields)(operation, body))).toEqual(byPointer(errors));
        }),
        { numRuns: 40 },
      );
    }
    expect(describedInput(fields)).toBe(described);
  }
  expect(resources.length).toBeGreaterThan(20);
  expect(refused).toBeGreaterThan(1_000);
});
