/** The families of the page in the order they are shown, with their titles. */
export const families = { evm: 'Ethereum', solana: 'Solana', near: 'NEAR' } as const;

export type Family = keyof typeof families;

/** The same as a list. */
export const familyIds = Object.keys(families) as Family[];
