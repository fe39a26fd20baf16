/** The texts of the wallet dialog's search. */
export const searchTexts = {
  search: 'Search {count} wallets',
  none: 'No wallet of this name',
} as const;
