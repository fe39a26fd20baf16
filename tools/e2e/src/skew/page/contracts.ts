/** The contracts of the two fixture pages: the versions before and after today's. */
export const contracts = { older: '1.0', newer: '1.5' } as const;

/** One of the fixture pages. */
export type Age = keyof typeof contracts;
