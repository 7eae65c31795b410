/** Rates of the price of the place `item`, as a JSON array: what a share of it is for depends on those beside it. */
export const RATES_OF_ITEM = `jsonb_path_query_array(item.vat, '$[*] ? (@.amountMinor > 0).rateBasisPoints')`;
