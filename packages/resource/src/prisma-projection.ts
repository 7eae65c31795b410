import { camel, childTables, columnName, storesLabel, labelColumn, pascal, snake } from './columns';
import { uniqueIndexes } from './constraints';
import { isNeverNull, type FieldSpec } from './field';
import { hasColumn, isComputed, isNumeric, isPointer, storageOf } from './kinds';
import { orderIndex, ownerIndex, searchNotes } from './list-indexes';
import type { ResourceDefinition } from './resource-definition';

const quoted = (text: string) => JSON.stringify(text);

const enumName = (owner: string, field: string) => `${pascal(owner)}${pascal(field)}`;
const enumValue = (value: string) => (/^[A-Za-z]\w*$/.test(value) ? value : `V_${value.replace(/\W/g, '_')}`);
const isChoice = (spec: FieldSpec) => spec.kind === 'enumeration' && !spec.encrypted;
function enumBlock(owner: string, field: string, values: readonly string[]): string {
  const lines = values.map(
    (value) => `  ${enumValue(value)}${enumValue(value) === value ? '' : ` @map(${quoted(value)})`}`,
  );
  return [
    `enum ${enumName(owner, field)} {`,
    ...lines,
    '',
    `  @@map(${quoted(`${owner}_${snake(field)}`)})`,
    '}',
  ].join('\n');
}

function defaultOf(spec: FieldSpec): string {
  if (spec.default === undefined) return spec.kind === 'refs' || spec.kind === 'list' ? '@default([])' : '';
  if (spec.kind === 'enumeration') return `@default(${enumValue(String(spec.default))})`;
  if (spec.kind === 'json') return `@default(${quoted(JSON.stringify(spec.default))})`;
  if (spec.kind === 'datetime' || spec.kind === 'date' || Array.isArray(spec.default)) return '';
  return `@default(${isNumeric(spec) || spec.kind === 'bool' ? String(spec.default) : quoted(String(spec.default))})`;
}

/** One scalar line: `showId String? @map("show_id") @db.Uuid`. */
function line(owner: string, field: string, spec: FieldSpec): string {
  const column = columnName(field, spec);
  const many = spec.kind === 'refs' || spec.kind === 'list';
  const [type, native] = isChoice(spec) ? [enumName(owner, field), ''] : storageOf(spec).prisma;
  const name = isPointer(spec) ? camel(column) : field;
  const map = column === name ? '' : `@map(${quoted(column)})`;
  const optional = many || isNeverNull(spec) ? '' : '?';
  return ['  ' + name, `${type}${optional}`, defaultOf(spec), map, native].filter(Boolean).join(' ');
}

const head = ['  id String @id @default(uuid(7)) @db.Uuid', '  tenantId String @map("tenant_id") @db.Uuid'];

interface Relation {
  owner: ResourceDefinition;
  field: string;
  spec: FieldSpec;
}
const relationName = ({ owner, field }: Relation) => `${pascal(owner.table)}${pascal(field)}`;

/** A reference within the service is a foreign key that includes the tenant. */
function relationLine(relation: Relation, target: ResourceDefinition): string {
  const id = camel(columnName(relation.field, relation.spec));
  const own = id === relation.field ? `${relation.field}Record` : relation.field;
  return `  ${own} ${pascal(target.table)}${isNeverNull(relation.spec) ? '' : '?'} @relation(${quoted(relationName(relation))}, fields: [tenantId, ${id}], references: [tenantId, id], onDelete: Restrict, onUpdate: Restrict)`;
}

/** A reference is indexed: lists of what belongs to a record filter by it, and a merge moves it. */
const referenceIndex = ([field, { spec }]: readonly [string, { readonly spec: FieldSpec }]) =>
  `  @@index([tenantId, ${camel(columnName(field, spec))}])`;

/** References of rows within the service are read from their record; those to other services are followed by merges. */
function childModel(
  resource: ResourceDefinition,
  child: ReturnType<typeof childTables>[number],
  isForeign: (target: string) => boolean,
): string[] {
  const fields = Object.entries(child.fields);
  const model = [
    `model ${pascal(child.table)} {`,
    ...head,
    '  parentId String @map("parent_id") @db.Uuid',
    '  position Int',
    ...fields.map(([name, { spec }]) => line(child.table, name, spec)),
    `  parent ${pascal(resource.table)} @relation(${quoted(pascal(child.table))}, fields: [tenantId, parentId], references: [tenantId, id], onDelete: Cascade, onUpdate: Restrict)`,
    '',
    '  @@unique([tenantId, id])',
    '  @@index([tenantId, parentId, position])',
    ...fields
      .filter(([, { spec }]) => spec.kind === 'ref' && isForeign(spec.target ?? ''))
      .map(referenceIndex),
    `  @@map(${quoted(child.table)})`,
    '}',
  ].join('\n');
  const enums = fields
    .filter(([, { spec }]) => isChoice(spec))
    .map(([name, { spec }]) => enumBlock(child.table, name, spec.values ?? []));
  return [model, ...enums];
}

/** The Prisma models of a service's resources. A variant has no table: references to it point at its base. */
export function projectPrisma(declared: readonly ResourceDefinition[]): string {
  const resources = declared.filter((resource) => !resource.variantOf && !resource.view);
  const byName = new Map(
    declared.flatMap((definition): [string, ResourceDefinition][] => {
      const base = definition.variantOf
        ? declared.find(({ name }) => name === definition.variantOf)
        : definition;
      return base ? [[definition.name, base]] : [];
    }),
  );
  const isForeign = (target: string) => !byName.has(target);
  const relations: Relation[] = resources.flatMap((owner) =>
    Object.entries(owner.fields)
      .filter(([, { spec }]) => spec.kind === 'ref' && byName.has(spec.target ?? ''))
      .map(([field, { spec }]) => ({ owner, field, spec })),
  );
  const blocks = resources.flatMap((resource) => {
    const own = relations.filter((relation) => relation.owner === resource);
    const back = relations.filter((relation) => byName.get(relation.spec.target ?? '') === resource);
    const children = childTables(resource);
    const columns = Object.entries(resource.fields).filter(
      ([, { spec }]) => hasColumn(spec) && !isComputed(spec),
    );
    const ordered = orderIndex(resource);
    const owned = ownerIndex(resource);
    const prismaName = (field: string, spec: FieldSpec) =>
      isPointer(spec) ? camel(columnName(field, spec)) : field;
    const unique = columns.filter(([, { spec }]) => spec.unique);
    const model = [
      ...(resource.tenancy === 'self' ? ['/// grant platform: select'] : []),
      ...searchNotes(resource),
      `model ${pascal(resource.table)} {`,
      ...head,
      ...(resource.lifecycle
        ? [
            `  state ${enumName(resource.table, 'state')} @default(${enumValue(resource.lifecycle.states[0] ?? '')})`,
          ]
        : []),
      ...columns.map(([field, { spec }]) => line(resource.table, field, spec)),
      ...columns
        .filter(([, { spec }]) => storesLabel(spec))
        .map(([field]) => `  ${field}Label String? @map(${quoted(labelColumn(field))}) @db.Text`),
      '  version Int @default(1)',
      '  createdAt DateTime @default(now()) @map("created_at") @db.Timestamptz(3)',
      '  updatedAt DateTime @default(now()) @updatedAt @map("updated_at") @db.Timestamptz(3)',
      '  createdBy String? @map("created_by") @db.Uuid',
      ...own.map((relation) => relationLine(relation, byName.get(relation.spec.target ?? '') ?? resource)),
      ...back.map(
        (relation) =>
          `  ${camel(relationName(relation))}Back ${pascal(relation.owner.table)}[] @relation(${quoted(relationName(relation))})`,
      ),
      ...children.map(
        (child) => `  ${child.field} ${pascal(child.table)}[] @relation(${quoted(pascal(child.table))})`,
      ),
      '',
      '  @@unique([tenantId, id])',
      ...unique.map(
        ([field, { spec }]) =>
          `  @@unique([${resource.tenancy === 'self' ? '' : 'tenantId, '}${prismaName(field, spec)}])`,
      ),
      ...uniqueIndexes(resource).map(
        ({ name, fields }) =>
          `  @@unique([${[
            ...(resource.tenancy === 'self' ? [] : ['tenantId']),
            ...fields.map((field) => prismaName(field, resource.fields[field]?.spec ?? { kind: 'text' })),
          ].join(', ')}], map: ${quoted(name)})`,
      ),
      ...columns.filter(([, { spec }]) => spec.kind === 'ref').map(referenceIndex),
      ...(ordered ? [`  @@index([${ordered.join(', ')}])`] : []),
      ...(owned ? [`  @@index([${owned.join(', ')}])`] : []),
      `  @@map(${quoted(resource.table)})`,
      '}',
    ].join('\n');
    const enums = columns
      .filter(([, { spec }]) => isChoice(spec))
      .map(([field, { spec }]) => enumBlock(resource.table, field, spec.values ?? []));
    const states = resource.lifecycle ? [enumBlock(resource.table, 'state', resource.lifecycle.states)] : [];
    return [
      model,
      ...states,
      ...enums,
      ...children.flatMap((child) => childModel(resource, child, isForeign)),
    ];
  });
  return `${['// Generated from src/resources: do not edit.', ...blocks].join('\n\n')}\n`;
}
