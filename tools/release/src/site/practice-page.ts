import { access } from 'node:fs/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { field, nonEmptyList, text, toList } from '@linkspan/contract';
import { openRecord } from '@linkspan/trust';
import { Refusal } from '../errors.ts';
import type { Subject } from './subject.ts';

export type { Subject } from './subject.ts';

/** Where a page has the practice wallet. */
export const practiceModule = '/practice/wallets.js';

/** A chain of a subject that runs. */
export type Chain = Awaited<ReturnType<Subject['startChain']>>;

/** A team's own subject. Rejects with `command/no-subject`. */
export async function readSubject(file: string): Promise<Subject> {
  try {
    const { default: subject } = await import(pathToFileURL(file).href);
    family(field(subject, 'family'), 'family');
    text()(field(subject, 'recipient'), 'recipient');
    if (typeof subject.startChain !== 'function') throw new TypeError('startChain should be a function');
    await access(fileURLToPath(subject.wallet));
    return subject;
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new Refusal(
      'command/no-subject',
      `${file} should have a practice wallet and chain as its default export, in the form that the types of @linkspan/check say: ${why}.`,
      { cause },
    );
  }
}

const network = openRecord({ id: text(), title: text() });
const family = openRecord({ id: text(), title: text(), networks: nonEmptyList(network) });

/** Starts the chain of a subject. Rejects with `command/no-chain`. */
export async function startChain(subject: Subject): Promise<Chain> {
  try {
    const chain = await subject.startChain();
    if (toList(chain?.rpc) && typeof chain.close === 'function') return chain;
    throw new TypeError('startChain should return its rpc addresses and close');
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new Refusal('command/no-chain', `The practice chain did not start: ${why}.`, { cause });
  }
}

/** The mark of a family whose subject has none. */
const dot = { path: 'M10 3a7 7 0 1 0 0 14 7 7 0 0 0 0-14z', hue: 220 };

/** The configuration of a page with the family of a subject, on its running chain. `remote` is as a page has it. */
export function toPracticePage<Remote extends { readonly name: string }>(
  { family: { networks, options, ...family } }: Subject,
  { rpc, ws }: Pick<Chain, 'rpc' | 'ws'>,
  remote: Remote,
) {
  return {
    title: 'Linkspan',
    families: [
      {
        mark: dot,
        ...family,
        remote: { ...remote, ...(options && { options }) },
        networks: networks.map((network, index) => ({
          ...{ ...network, rpc: [rpc[index] ?? ''] },
          ...(ws && { ws: ws[index] }),
        })),
      },
    ],
    practice: { module: practiceModule, label: 'Practice' },
  };
}
