import { ADMINISTRATOR } from '../support/staff';
import { tokenOf } from '../support/stack';
import { changeSettings } from '../support/ticketing-settings';

/** Page styles that a theatre may choose for its public pages. */
export const MODES = ['LIGHT', 'DARK', 'CUSTOM'] as const;
export type Mode = (typeof MODES)[number];

/** A colour that is in no other theme, so that pictures show where it is missing. */
const OWN_COLOR = '#8a1c5c';

/** Reads modes as they are typed, between commas; none: the pages stay as the theatre has them. */
export function modesOf(typed: string): Mode[] {
  const names = typed.split(',').filter(Boolean);
  for (const name of names)
    if (!MODES.includes(name.toUpperCase() as Mode))
      throw new Error(`${name} is none of ${MODES.join(', ')}`);
  return names.map((name) => name.toUpperCase() as Mode);
}

/** The theme in which pages of a mode are shown, whatever the visitor prefers. */
export const themeOf = (mode: Mode): 'light' | 'dark' => (mode === 'DARK' ? 'dark' : 'light');

/** Gives the public pages of the theatre lumiere one mode after the other; afterwards they are what they were. */
export async function inEachMode(modes: readonly Mode[], work: (mode: Mode) => Promise<void>): Promise<void> {
  let before: Record<string, unknown> | undefined;
  const change = async (values: Record<string, unknown>) =>
    changeSettings(await tokenOf(ADMINISTRATOR), values);
  try {
    for (const frontMode of modes) {
      const changed = await change({ frontMode, frontColorForCustom: OWN_COLOR });
      before ??= changed;
      await work(frontMode);
    }
  } finally {
    if (before) await change(before);
  }
}
