import { skipToken, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../api/client';
import type { HeldCart } from '../api/queries';
import type { VatLine } from '../api/types';

export interface TypedVoucher {
  code: string;
  key: string;
}
/** What the buyer typed beside the seats. */
export interface CartCodes {
  /** Empty without a promotion code. */
  promotionCode: string;
  giftVoucher: TypedVoucher | null;
}
export interface CartPrices {
  lines: { seatId: string; listedMinor: number; priceMinor: number }[];
  discountMinor: number;
  promotionCode: string | null;
  totalMinor: number;
  vat: VatLine[];
  giftVoucher: {
    code: string;
    voucherMinor: number;
    balanceMinor: number;
    validityDate: string | null;
  } | null;
  leftToPayMinor: number;
}

const KEY = 'coulisse.codes';

/** Codes of this tab for a cart: back from the bank, or after a reload, they need not be typed again. */
export function readCodes(cart: Pick<HeldCart, 'id' | 'promotionCode'>): CartCodes {
  const saved = { promotionCode: cart.promotionCode ?? '', giftVoucher: null };
  try {
    const stored = JSON.parse(sessionStorage.getItem(KEY) ?? '{}') as Partial<CartCodes & { cart: string }>;
    return stored.cart === cart.id
      ? { promotionCode: stored.promotionCode ?? '', giftVoucher: stored.giftVoucher ?? null }
      : saved;
  } catch {
    // Invalid content: what the cart was saved with counts.
    return saved;
  }
}

const storeCodes = (cart: Pick<HeldCart, 'id'>, codes: CartCodes): void =>
  sessionStorage.setItem(KEY, JSON.stringify({ cart: cart.id, ...codes }));

const isEmpty = ({ promotionCode, giftVoucher }: CartCodes): boolean => promotionCode === '' && !giftVoucher;

export interface PricedCart {
  codes: CartCodes;
  /** Null while they are read, and where nothing was typed: those of the cart count. */
  prices: CartPrices | null;
  isPending: boolean;
  /** Why what was typed, or stored before, is refused. */
  refusal: unknown;
  isApplying: boolean;
  /** Takes other codes if the cart can have them; else the earlier ones stay. */
  apply: (next: CartCodes) => Promise<boolean>;
}

/** The prices of the cart with the codes of this tab, as the service computes them. */
export function useCartPrices(cart: HeldCart | null): PricedCart {
  const client = useQueryClient();
  const [changed, setChanged] = useState<CartCodes | null>(null);
  const codes = changed ?? (cart ? readCodes(cart) : { promotionCode: '', giftVoucher: null });
  const keyOf = (of: CartCodes) => ['prices', cart?.id, cart?.lines, of];
  const read = (of: CartCodes) =>
    api.post<CartPrices>('/app-api/prestiscene/reservations/cart/prices', { ...of, formulaBySeat: {} });
  // The cart itself has the prices with the code that it was saved with.
  const isNeeded = cart !== null && (!isEmpty(codes) || cart.promotionCode !== null);
  const query = useQuery({ queryKey: keyOf(codes), queryFn: isNeeded ? () => read(codes) : skipToken });
  const apply = useMutation({
    mutationFn: async (next: CartCodes) => {
      const prices = await read(next);
      client.setQueryData(keyOf(next), prices);
      if (cart) storeCodes(cart, next);
      setChanged(next);
    },
  });
  return {
    codes,
    prices: query.data ?? null,
    isPending: isNeeded && query.isPending,
    refusal: apply.error ?? query.error,
    isApplying: apply.isPending,
    apply: (next) =>
      apply.mutateAsync(next).then(
        () => true,
        () => false,
      ),
  };
}
