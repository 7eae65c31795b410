/** Begins as the codes of gift vouchers are printed: `B-7K3M-9QX4`. */
export const looksLikeVoucher = (typed: string): boolean => /^b\s*-/i.test(typed.trim());

/** Such a code typed without its hyphens; a promotion code may look the same, and is tried first. */
export const mayBeVoucher = (typed: string): boolean =>
  /^B?[0-9A-Z]{8}$/.test(typed.toUpperCase().replace(/[^0-9A-Z]/g, ''));
