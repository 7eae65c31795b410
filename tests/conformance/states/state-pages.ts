import {
  arrowsOf,
  pathOf,
  SAME_STATE,
  stateAfter,
  transitionRight,
  type ErasedTransition,
  type ResourceDefinition,
} from '@coulisse/resource';

export const STATE_PAGES = 'docs/states';

interface NamedFunction {
  readonly name: string;
  toString(): string;
}

/** Message codes of a guard, read from its source: `blocked('expense.self-approval')`. */
const messagesOf = (guards: readonly NamedFunction[] = []) =>
  guards.flatMap((guard) => {
    const codes = [...guard.toString().matchAll(/blocked\)?\(\s*["']([\w.-]+)["']/g)].map(([, code]) => code);
    return codes.length > 0 ? codes.map((code) => `\`${code}\``) : [`\`${guard.name || 'unnamed'}\``];
  });
const cell = (values: readonly string[]) => values.join(', ') || '–';
const code = (text: string) => `\`${text}\``;

/** Rows of a table, with columns of equal width. */
function table(rows: readonly (readonly string[])[]): string[] {
  const escaped = rows.map((row) => row.map((text) => text.replaceAll('|', '\\|')));
  const widths = (escaped[0] ?? []).map((_, index) =>
    Math.max(3, ...escaped.map((row) => [...(row[index] ?? '')].length)),
  );
  const line = (row: readonly string[]) =>
    `| ${row.map((text, index) => text + ' '.repeat((widths[index] ?? 0) - [...text].length)).join(' | ')} |`;
  const [head = [], ...body] = escaped;
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...body.map(line)];
}

/** Who does a transition. */
function actorOf(resource: ResourceDefinition, name: string): string {
  const transition = resource.lifecycle?.transitions[name];
  if (transition?.auto) return 'automatic';
  return transition?.system ? 'system' : code(transitionRight(resource, name));
}

/** Where a transition leads; what it keeps. */
const targetOf = (transition: ErasedTransition) =>
  arrowsOf(transition)
    .map(({ from, to }, index) => {
      if (to !== SAME_STATE) return code(to);
      return index === 0 ? 'the same' : `the same for ${cell(from.map(code))}`;
    })
    .join('; ');

/** The page of a resource: its state diagram, and a table of its transitions. */
export function statePage(resource: ResourceDefinition): string | undefined {
  const { name, lifecycle, texts } = resource;
  if (!lifecycle || resource.variantOf) return undefined;
  const label = (key: string) => [texts.fr[key] ?? key, texts.en[key] ?? key].join(' · ');
  const stateLabel = (state: string) => label(`${name}.state.${state}`).replaceAll('"', "'");
  const transitions = Object.entries(lifecycle.transitions);
  const { derivedFrom } = lifecycle;
  const path = pathOf(lifecycle);
  const ends = lifecycle.states.filter((state) => !path.includes(state));
  const arrows = transitions.flatMap(([transition, definition]) => {
    const words = label(`${name}.action.${transition}`).replaceAll(':', ' ');
    return definition.from.map((state) => `  ${state} --> ${stateAfter(definition, state)}: ${words}`);
  });
  const derived = (derivedFrom?.states ?? []).flatMap((state, index, all) =>
    all.slice(index + 1).map((other) => `  ${state} --> ${other}: recompute`),
  );
  const rows = transitions.map(([transition, definition]) => [
    `${code(transition)} ${label(`${name}.action.${transition}`)}`,
    cell(definition.from.map(code)),
    targetOf(definition),
    actorOf(resource, transition),
    cell(messagesOf([...(definition.needs ?? []), ...(definition.inputRules ?? [])])),
    cell(
      Object.entries(definition.input ?? {}).map(
        ([field, { spec }]) => `${code(field)} ${spec.kind}${spec.required ? '' : '?'}`,
      ),
    ),
    cell((definition.effects ?? []).map((effect) => code(effect.name || 'unnamed'))),
  ]);
  return [
    `# ${label(name)}`,
    '',
    `States of \`${name}\`. Written by \`npm run states\`.`,
    '',
    '```mermaid',
    'stateDiagram-v2',
    ...lifecycle.states.map((state) => `  state "${stateLabel(state)}" as ${state}`),
    `  [*] --> ${lifecycle.states[0] ?? ''}`,
    ...arrows,
    ...derived,
    '```',
    '',
    `Normal course: ${path.map(code).join(' › ')}.${ends.length > 0 ? ` It ends otherwise in ${ends.map(code).join(', ')}.` : ''}`,
    ...(derivedFrom
      ? ['', `${derivedFrom.states.map(code).join(', ')} follow from other rows: people cannot set them.`]
      : []),
    ...(transitions.length > 0
      ? ['', ...table([['Transition', 'From', 'To', 'Right', 'Guards', 'Input', 'Effects'], ...rows])]
      : ['', 'It has no transition.']),
    '',
  ].join('\n');
}

/** The pages of all resources with states, by file name. */
export const statePages = (resources: readonly ResourceDefinition[]): ReadonlyMap<string, string> =>
  new Map(
    resources.flatMap((resource) => {
      const page = statePage(resource);
      return page === undefined ? [] : [[`${resource.name}.md`, page]];
    }),
  );
