/** @jest-environment jsdom */
import { renderSample } from '@coulisse/resource-samples/testing';
import { fireEvent, screen } from '@testing-library/react';
import { type ComponentType, createElement } from 'react';
import type { FieldDescriptor } from '@coulisse/mfe-kit';
import type { kindOf as kindOfField } from '@coulisse/resource-fields';

type FieldKindView = ReturnType<typeof kindOfField>;
type EditProps = FieldKindView['Edit'] extends ComponentType<infer P> ? P : never;

const mockRenders = new Map<string, number>();

/** The kinds of fields, each control counting its renders. */
jest.mock('@coulisse/resource-fields', () => {
  const actual = jest.requireActual<{ kindOf: typeof kindOfField }>('@coulisse/resource-fields');
  const counted = new Map<FieldKindView, FieldKindView>();
  const kindOf = (field: FieldDescriptor) => {
    const kind = actual.kindOf(field);
    const Edit = (props: EditProps) => {
      mockRenders.set(props.field.name, (mockRenders.get(props.field.name) ?? 0) + 1);
      return createElement(kind.Edit, props);
    };
    const counting = counted.get(kind) ?? { ...kind, Edit };
    counted.set(kind, counting);
    return counting;
  };
  return { ...actual, kindOf };
});

test('typing in one of many fields renders that field alone', async () => {
  renderSample({ path: '/sample/gadgets/add' });
  await screen.findByRole('heading', { name: 'New prop' });
  const fields = mockRenders.size;
  expect(fields).toBeGreaterThan(25);
  mockRenders.clear();
  const name = screen.getByLabelText(/^Name/);
  for (const typed of ['T', 'Ta', 'Tab', 'Tabo', 'Tabou'])
    fireEvent.change(name, { target: { value: typed } });
  expect(name).toHaveProperty('value', 'Tabou');
  const renders = [...mockRenders.values()].reduce((sum, count) => sum + count, 0);
  expect([...mockRenders.keys()]).toEqual(['name']);
  expect(renders).toBeLessThanOrEqual(10);
});
