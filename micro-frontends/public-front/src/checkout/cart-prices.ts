import { keepPreviousData, skipToken, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { api } from '../api/client';
import type { HeldCart } from '../api/booking-queries';
import type { VatLine } from '../api/types';
import { useLineBack } from './line-back';
import { defaultChoices, type OfferedOption, type OptionChoice } from './option-choices';

export interface TypedVoucher {
  code: string;
  key: string;
}
/** What the buyer typed beside the seats. */
export interface CartWishes {
  /** Empty without a promotion code. */
  promotionCode: string;
  giftVoucher: TypedVoucher | null;
  /** Null until one was chosen or taken away: those that are ticked in advance count. */
  options: OptionChoice[] | null;
}
export interface CartPrices {
  offered: OfferedOption[];
  options: { formulaId: string; optionId: string; quantity: number; priceMinor: number }[];
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

const KEY = 'coulisse.wishes';
const NONE: CartWishes = { promotionCode: '', giftVoucher: null, options: null };

type SavedWishes = Pick<HeldCart, 'id' | 'promotionCode' | 'options' | 'reservation'>;

/** What the cart was saved with; its voucher has to be typed again, since nobody else knows the key. */
const savedWishes = (cart: SavedWishes): CartWishes => ({
  promotionCode: cart.promotionCode ?? '',
  giftVoucher: null,
  options: cart.reservation
    ? cart.options.map(({ formulaId, optionId, quantity, detail }) => ({
        ...{ formulaId, optionId, number: quantity, detail: detail ?? '' },
      }))
    : null,
});

/** The wishes of this tab for a cart: back from the bank, or after a reload, they need not be typed again. */
export function readWishes(cart: SavedWishes): CartWishes {
  try {
    const stored = JSON.parse(sessionStorage.getItem(KEY) ?? '{}') as Partial<CartWishes & { cart: string }>;
    return stored.cart === cart.id ? { ...NONE, ...stored } : savedWishes(cart);
  } catch {
    // Invalid content: what the cart was saved with counts.
    return savedWishes(cart);
  }
}

const storeWishes = (cart: Pick<HeldCart, 'id'>, wishes: CartWishes): void =>
  sessionStorage.setItem(KEY, JSON.stringify({ cart: cart.id, ...wishes }));

const TYPING_MS = 300;

/** A text once it has stood still for a moment. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), TYPING_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}

/** What the service prices; an answer in words changes no price. */
interface PricedWishes {
  promotionCode: string;
  giftVoucher: TypedVoucher | null;
  options: OptionChoice[];
}
const pricedWishes = ({ promotionCode, giftVoucher, options }: CartWishes): PricedWishes => ({
  ...{ promotionCode, giftVoucher },
  options: (options ?? []).map((choice) => ({ ...choice, detail: '' })),
});

export interface PricedCart {
  wishes: CartWishes;
  /** The options that are ticked. */
  choices: OptionChoice[];
  /** Null while they are read, and where nothing was typed: those of the cart count. */
  prices: CartPrices | null;
  isPending: boolean;
  /** Why what was typed, or stored before, is refused. */
  refusal: unknown;
  isApplying: boolean;
  /** Takes other codes if the cart can have them; else the earlier ones stay. */
  apply: (codes: Partial<Pick<CartWishes, 'promotionCode' | 'giftVoucher'>>) => Promise<boolean>;
  choose: (options: OptionChoice[]) => void;
}

/** The prices of the cart with the wishes of this tab, as the service computes them. */
export function useCartPrices(cart: HeldCart | null): PricedCart {
  const client = useQueryClient();
  const [changed, setChanged] = useState<CartWishes | null>(null);
  const [offered, setOffered] = useState<OfferedOption[]>([]);
  const typed = changed ?? (cart ? readWishes(cart) : NONE);
  const choices = typed.options ?? defaultChoices(offered);
  const wishes = { ...typed, options: choices };
  const keyOf = (of: PricedWishes) => ['prices', cart?.id, cart?.lines, of];
  const read = (of: PricedWishes) =>
    api.post<CartPrices>('/app-api/prestiscene/reservations/cart/prices', { ...of, formulaBySeat: {} });
  // The cart itself has the prices of what it was saved with.
  const isNeeded =
    cart !== null &&
    (cart.offersOptions ||
      cart.promotionCode !== null ||
      wishes.promotionCode !== '' ||
      wishes.giftVoucher !== null);
  const current = JSON.stringify(pricedWishes(wishes));
  const settled = useSettled(current);
  const settledWishes = JSON.parse(settled) as PricedWishes;
  const query = useQuery({
    queryKey: keyOf(settledWishes),
    queryFn: isNeeded ? () => read(settledWishes) : skipToken,
    placeholderData: keepPreviousData,
  });
  const nowOffered = query.data?.offered;
  useEffect(() => {
    if (nowOffered) setOffered(nowOffered);
  }, [nowOffered]);
  const keep = (next: CartWishes) => {
    if (cart) storeWishes(cart, next);
    setChanged(next);
  };
  const apply = useMutation({
    mutationFn: async (codes: Partial<CartWishes>) => {
      const next = { ...wishes, ...codes };
      client.setQueryData(keyOf(pricedWishes(next)), await read(pricedWishes(next)));
      keep({ ...typed, ...codes });
    },
  });
  useLineBack(apply.error, apply.reset, query.data);
  useLineBack(query.error, () => void query.refetch());
  return {
    wishes,
    choices,
    prices: isNeeded ? (query.data ?? null) : null,
    isPending:
      isNeeded && !query.isError && (query.isPending || query.isPlaceholderData || settled !== current),
    refusal: apply.error ?? query.error,
    isApplying: apply.isPending,
    apply: (codes) =>
      apply.mutateAsync(codes).then(
        () => true,
        () => false,
      ),
    choose: (options) => keep({ ...typed, options }),
  };
}
