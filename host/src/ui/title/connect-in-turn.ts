import { isRunning } from '@linkspan/contract';
import type { Shell } from '../../commands/shell.ts';
import { listenAll } from '../listen-all.ts';
import type { Part } from './say-next-step.ts';

/**
 * Asks wallets one after the other, so that a person has one prompt at a time; ends where one is not connected. Does
 * nothing while one of them is being asked.
 */
export function connectInTurn(shell: Pick<Shell, 'view' | 'commands'>, parts: readonly Part[]): void {
  const { view, commands } = shell;
  if (parts.some(({ family }) => isRunning(view.family(family).attempt.get()))) return;
  const [part, ...rest] = parts;
  if (part === undefined) return;
  const { attempt, connection } = view.family(part.family);
  const end = listenAll([attempt, connection], () => {
    if (isRunning(attempt.get()) || connection.get().status === 'connecting') return;
    end();
    if (connection.get().status === 'connected') connectInTurn(shell, rest);
  });
  commands.connect(part.family, part.walletId);
}
