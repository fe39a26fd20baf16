import { pathToFileURL } from 'node:url';
import type { Subject } from './subject.ts';

export type { Subject } from './subject.ts';

/** Where a page has the practice wallet. */
export const practiceModule = '/practice/wallets.js';

/** A team's own subject. Rejects if the module does, or if it has no subject. */
export async function readSubject(file: string): Promise<Subject> {
  const { default: subject } = await import(pathToFileURL(file).href);
  if (typeof subject?.startChain === 'function') return subject;
  throw new Error(`${file} has no subject as its default export.`);
}

/** The mark of a family whose subject has none. */
const dot = { path: 'M10 3a7 7 0 1 0 0 14 7 7 0 0 0 0-14z', hue: 220 };

/** The configuration of a page with the family of a subject, on its running chain. `remote` is as a page has it. */
export function toPracticePage<Remote extends { readonly name: string }>(
  { family: { networks, options, ...family } }: Subject,
  { rpc, ws }: Pick<Awaited<ReturnType<Subject['startChain']>>, 'rpc' | 'ws'>,
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
