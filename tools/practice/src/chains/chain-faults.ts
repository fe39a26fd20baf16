/** How the server of a network answers. */
export type ChainAnswers = (typeof chainAnswers)[number];

/** In the order of the panel. */
export const chainAnswers = [
  /** As it should. */
  'soundly',
  /** 429, with `Retry-After`. */
  'rateLimited',
  /** Resets every connection. */
  'down',
  /** An HTML page instead of JSON, like a captive portal. */
  'html',
  /** 500. */
  'serverError',
  /** Truncated JSON. */
  'malformed',
] as const;

/** The faults of one network. */
export interface ChainFaults {
  readonly answers: ChainAnswers;
  /** The delay of each answer in milliseconds. 0 is off. */
  readonly slowMs: number;
  /** It reports that it is another chain: `eth_chainId`, `getGenesisHash`, `status`. */
  readonly lies: boolean;
  /** It makes no blocks, and transactions wait for the next one. */
  readonly stopsBlocks: boolean;
  /** It accepts transactions and drops them. */
  readonly forgets: boolean;
}

/** No fault. */
export const noChainFaults: ChainFaults = {
  answers: 'soundly',
  slowMs: 0,
  lies: false,
  stopsBlocks: false,
  forgets: false,
};
