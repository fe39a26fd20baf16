/** A wallet that the team knows, and where a person gets it. */
export interface KnownWallet {
  /** The name that it registers by (Wallet Standard), which is also its id. */
  readonly name: string;
  readonly installUrl: string;
}

/** In the order in which they are offered. */
const catalog: readonly KnownWallet[] = [
  { name: 'Phantom', installUrl: 'https://phantom.com/download' },
  { name: 'Solflare', installUrl: 'https://www.solflare.com/download' },
  { name: 'Backpack', installUrl: 'https://backpack.app/download' },
];

/** The known wallets of which none is among the registered names. */
export function absentOf(registered: readonly string[]): readonly KnownWallet[] {
  return catalog.filter(({ name }) => !registered.includes(name));
}
