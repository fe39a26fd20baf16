import { useEffect, useState } from 'react';
import type { FamilyView } from '../family-view.ts';
import { WalletRow } from '../wallet-row.tsx';
import { useNearAccount } from './use-near-account.ts';
import { useNearBalance } from './use-near-balance.ts';
import { useSelector } from './use-selector.ts';

/** The rows of the NEAR wallets; tells the card what the selector says. */
export function NearView({ onPick, onCard }: FamilyView) {
  const selector = useSelector();
  const account = useNearAccount(selector);
  const balance = useNearBalance(selector, account);
  const [attempt, setAttempt] = useState<{ readonly isPending: boolean; readonly error?: string }>();

  useEffect(() => {
    const status = account ? 'connected' : attempt?.isPending ? 'connecting' : 'disconnected';
    onCard({ status, detail: account ?? attempt?.error, balance });
  }, [account, attempt, balance, onCard]);

  async function pick(id: string) {
    onPick();
    setAttempt({ isPending: true });
    try {
      const wallet = await selector?.wallet(id);
      await wallet?.signIn({} as never);
      setAttempt({ isPending: false });
    } catch (error) {
      setAttempt({ isPending: false, error: (error as Error).message });
    }
  }

  return selector?.store
    .getState()
    .modules.map(({ id, metadata: { name, iconUrl } }) => (
      <WalletRow key={id} family="near" name={name} icon={iconUrl} onPress={() => void pick(id)} />
    ));
}
