/** What a connected wallet can do for the page. What is not declared is not offered. */
export const capabilities = ['signMessage', 'signIn', 'send', 'switchNetwork', 'switchAccount'] as const;

export type Capability = (typeof capabilities)[number];
