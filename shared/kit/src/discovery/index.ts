export * from './announcements.ts';
export * from './claims.ts';
export * from './known-wallet.ts';
export * from './parse-options.ts';
export * from './read-once-here.ts';
export * from './to-approved.ts';
export * from './to-listings.ts';
export * from './wallet-error.ts';
