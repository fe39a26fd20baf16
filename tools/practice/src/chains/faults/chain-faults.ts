/** How a network's server answers, where it does not do so soundly. */
export type ChainAnswers = (typeof chainAnswers)[number];

/** In the order of the panel. */
export const chainAnswers = [
  /** As it should. */
  'soundly',
  /** 429, with `Retry-After`. */
  'rateLimited',
  /** Every connection is reset. */
  'down',
  /** A page in place of JSON, as a captive portal. */
  'html',
  /** 500. */
  'serverError',
  /** JSON that is cut off. */
  'malformed',
] as const;

/** What is wrong with one network. Nothing, at first. */
export interface ChainFaults {
  readonly answers: ChainAnswers;
  /** Each answer comes this many milliseconds late. 0 is off. */
  readonly slowMs: number;
  /** It says that it is another chain: `eth_chainId`, `getGenesisHash`, `status`. */
  readonly lies: boolean;
  /** No block is made, and what is sent waits for the next one. */
  readonly stopsBlocks: boolean;
  /** What is sent is taken, and never heard of again. */
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

/** The longest delay, in milliseconds. */
export const MOST_SLOW_MS = 600_000;
