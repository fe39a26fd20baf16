/** A wallet that the team knows, and where a person gets it. */
export interface KnownWallet {
  /** The reverse domain name that it announces itself by (EIP-6963). */
  readonly rdns: string;
  readonly name: string;
  readonly installUrl: string;
  /** Other names that it announces itself by: builds for testers, and the like. */
  readonly alsoRdns?: readonly string[];
}

/** In the order in which they are offered. */
export const catalog: readonly KnownWallet[] = [
  {
    rdns: 'io.metamask',
    name: 'MetaMask',
    installUrl: 'https://metamask.io/download',
    alsoRdns: ['io.metamask.flask', 'io.metamask.mobile'],
  },
  { rdns: 'io.rabby', name: 'Rabby Wallet', installUrl: 'https://rabby.io' },
  {
    rdns: 'com.coinbase.wallet',
    name: 'Coinbase Wallet',
    installUrl: 'https://www.coinbase.com/wallet/downloads',
  },
];

/** The known wallets of which none is among the announced names. */
export function absentOf(announced: readonly string[]): readonly KnownWallet[] {
  return catalog.filter(
    ({ rdns, alsoRdns = [] }) => ![rdns, ...alsoRdns].some((name) => announced.includes(name)),
  );
}
