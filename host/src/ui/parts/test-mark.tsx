import type { Network } from '@linkspan/contract';
import { t } from '../texts/t.ts';

/** Marks a network whose coins are worth nothing. */
export function TestMark({ network }: { network: Network | undefined }) {
  if (!network?.isTest) return null;
  return (
    <span className="chip chip-test">
      <span>{t('network.test')}</span>
      <small>{` ${t('network.testNetwork')}`}</small>
    </span>
  );
}
