/** The host team's seal of its deployed page: for who looks at the page from outside, never for the page itself. */
export * from './host-keys.ts';
export * from './seal.ts';
export * from './verify-seal.ts';
