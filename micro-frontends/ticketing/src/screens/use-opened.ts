import { useState } from 'react';
import { useLocation } from 'react-router';
import type { Opens } from './other-addresses';

/** Whether a dialog is open, at first if the address asked for it. */
export function useOpened(name: Opens) {
  const { state } = useLocation() as { state: { opens?: Opens } | null };
  return useState(state?.opens === name);
}
