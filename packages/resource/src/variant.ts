import { checkDefinition } from './check-definition';
import type { Fields, ValuesOf } from './field';
import type { Operation, Resource, ResourceDefinition } from './resource-definition';
import { type Locales, NO_TEXTS } from './texts';

type Plain = string | number | boolean;
interface VariantSpec<F extends Fields> {
  /** Under `/b/api/`. */
  readonly path: string;
  /** Field values of the base that define this variant; a creation writes them, no form shows them. */
  readonly fixed: { readonly [K in keyof ValuesOf<F>]?: ValuesOf<F>[K] & Plain };
  /** Fields shown, in their order; default: all those of the base. */
  readonly fields?: readonly (keyof F & string)[];
  readonly list?: readonly string[];
  readonly label?: keyof F & string;
  readonly sort?: string;
  /** Default: those of the base. */
  readonly rights?: string;
  readonly operations?: readonly Operation[];
  /** Its own name in both languages; the texts of its fields are those of the base. */
  readonly texts?: Locales;
}

/**
 * A resource over some of the rows of another one: same table, rules, events and lifecycle; fewer fields.
 * `variantOf(tiers, 'crm.society', { path: 'crm/societies', fixed: { kind: 'society' }, fields: ['name', 'siret'] })`
 */
export function variantOf<F extends Fields, S extends string, M>(
  base: Resource<F, S, M>,
  name: string,
  spec: VariantSpec<F>,
): Resource<F, S, M> {
  const [service, entity = ''] = name.split('.');
  if (base.variantOf) throw new Error(`${name}: ${base.name} is itself a variant`);
  if (service !== base.service || !entity) throw new Error(`${name} is not a resource of ${base.service}`);
  const fixed = spec.fixed as Readonly<Record<string, Plain>>;
  const shown = spec.fields ?? Object.keys(base.fields).filter((field) => !Object.hasOwn(fixed, field));
  const system = ['state', 'createdAt', 'updatedAt'];
  const availableFields = new Set<string>([...shown, ...system]);
  const isAvailable = (field: string) => availableFields.has(field);
  const { fields: _shown, ...rest } = spec;
  const sort =
    spec.sort ?? (isAvailable(base.sort.replace(/^-/, '')) ? base.sort : (spec.label ?? base.label));
  const variant: ResourceDefinition = {
    ...base,
    texts: NO_TEXTS,
    ...rest,
    list: spec.list ?? base.list.filter(isAvailable),
    sort,
    name,
    entity,
    variantOf: base.name,
    fixed,
    shown,
  };
  for (const field of [...shown, ...Object.keys(fixed)])
    if (!Object.hasOwn(base.fields, field)) throw new Error(`${name}: ${base.name} has no field ${field}`);
  for (const field of [...variant.list, variant.sort.replace(/^-/, '')])
    if (!isAvailable(field)) throw new Error(`${name}: ${field} is not among the fields that it shows`);
  for (const [field, { spec }] of Object.entries(base.fields))
    if (spec.required && spec.default === undefined && !spec.readonly && !(field in base.derive))
      if (!Object.hasOwn(fixed, field) && !isAvailable(field))
        throw new Error(`${name} needs ${field}, which its base requires`);
  checkDefinition(variant);
  return variant as Resource<F, S, M>;
}
