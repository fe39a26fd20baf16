import { type ChainAnswers, type ChainFaults, noChainFaults } from '../chains/chain-faults.ts';

/** How late a network is that is switched to be slow, in milliseconds. */
const SLOW_MS = 3_000;

/** How a network answers, as a person chooses it. */
export type ChainChoice = ChainAnswers | 'slow';

/** What each is called, the one without a fault first. */
export const chainChoices: Readonly<Record<ChainChoice, string>> = {
  soundly: 'As it should',
  slow: 'Slow: after 3 seconds',
  rateLimited: 'Asked too often (429)',
  down: 'Down: no connection',
  html: 'A web page, as in a hotel',
  serverError: 'Error 500',
  malformed: 'JSON that is cut off',
};

/** What else can be wrong, and what it is called. */
export const chainSwitches = {
  lies: 'Says that it is another chain',
  stopsBlocks: 'Makes no blocks',
  forgets: 'Forgets what is sent',
} as const satisfies Partial<Record<keyof ChainFaults, string>>;

/** The faults that make a network answer so. */
export function toAnswering(choice: ChainChoice): Pick<ChainFaults, 'answers' | 'slowMs'> {
  if (choice === 'slow') return { answers: 'soundly', slowMs: SLOW_MS };
  return { answers: choice, slowMs: 0 };
}

/** What a person has chosen where these faults are on. */
export function toChoice({ answers, slowMs }: ChainFaults): ChainChoice {
  return answers === 'soundly' && slowMs > 0 ? 'slow' : answers;
}

/** What a network's server told of itself. What it did not tell is off. */
export function parseTold(told: Readonly<Record<string, unknown>>): ChainFaults {
  return { ...noChainFaults, ...told };
}
