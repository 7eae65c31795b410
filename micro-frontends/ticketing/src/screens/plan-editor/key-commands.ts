/** What can be drawn or done with the pointer. */
export const TOOLS = [
  'select',
  'pan',
  'rows',
  'arc',
  'round',
  'rectangle',
  'outline',
  'text',
  'brush',
  'background',
] as const;
export type Tool = (typeof TOOLS)[number];

/** The letter that takes a tool. */
export const TOOL_KEYS: Readonly<Record<Tool, string>> = {
  ...{ select: 'V', pan: 'H', rows: 'R', arc: 'A', round: 'T', rectangle: 'B', outline: 'F', text: 'X' },
  ...{ brush: 'P', background: 'I' },
};

export type Command =
  | { type: 'move'; dx: number; dy: number }
  | { type: 'turn'; degrees: number }
  | { type: 'tool'; tool: Tool }
  | { type: 'zoom'; factor: number }
  | { type: 'fit' | 'undo' | 'redo' | 'duplicate' | 'remove' | 'all' | 'none' | 'save' };

export interface KeyPress {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  shiftKey: boolean;
  altKey: boolean;
}

const ARROWS: Readonly<Record<string, [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};
/** Distance of a step, in plan units; with Shift as far as a seat is wide. */
const STEP = 1;
const LONG_STEP = 26;

const CONTROL: Readonly<Record<string, Command>> = {
  z: { type: 'undo' },
  y: { type: 'redo' },
  d: { type: 'duplicate' },
  a: { type: 'all' },
  s: { type: 'save' },
};

const PLAIN: Readonly<Record<string, Command>> = {
  delete: { type: 'remove' },
  backspace: { type: 'remove' },
  escape: { type: 'none' },
  '+': { type: 'zoom', factor: 1.25 },
  '=': { type: 'zoom', factor: 1.25 },
  '-': { type: 'zoom', factor: 0.8 },
  '0': { type: 'fit' },
  '[': { type: 'turn', degrees: -15 },
  ']': { type: 'turn', degrees: 15 },
};

/** What a key press does on the plan; undefined when it does nothing. */
export function commandOf({ key, ctrlKey, metaKey, shiftKey, altKey }: KeyPress): Command | undefined {
  const name = key.toLowerCase();
  if (altKey) return undefined;
  if (ctrlKey || metaKey) return name === 'z' && shiftKey ? { type: 'redo' } : CONTROL[name];
  const arrow = ARROWS[key];
  const step = shiftKey ? LONG_STEP : STEP;
  if (arrow) return { type: 'move', dx: arrow[0] * step, dy: arrow[1] * step };
  const tool = TOOLS.find((candidate) => TOOL_KEYS[candidate].toLowerCase() === name);
  return tool ? { type: 'tool', tool } : PLAIN[name];
}
