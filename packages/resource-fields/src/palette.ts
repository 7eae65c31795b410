/** Colours of the design, those of charts first: readable on light and dark, and distinct for most colour visions. */
export const PALETTE = [
  { name: 'velvet', value: '#5b2d86' },
  { name: 'teal', value: '#2f7f8f' },
  { name: 'amber', value: '#c98211' },
  { name: 'slate', value: '#7c8db5' },
  { name: 'rose', value: '#b5577a' },
  { name: 'olive', value: '#7d8a2e' },
  { name: 'green', value: '#17724a' },
  { name: 'blue', value: '#1b5a9e' },
  { name: 'red', value: '#b3241a' },
  { name: 'ink', value: '#575268' },
] as const;
