import type { Family } from './families.ts';

/** The network of a family. */
export interface Network {
  /** CAIP-2. */
  readonly id: string;
  readonly title: string;
  readonly rpcUrl: string;
  /** For subscriptions, where the family has them. */
  readonly wsUrl?: string;
  readonly symbol: string;
  readonly decimals: number;
}

/** What the page's HTML says of the networks. */
export const networks: Record<Family, Network> = JSON.parse(
  document.getElementById('networks')?.textContent ?? '',
);
