import { useEffect } from 'react';
import { useBalance } from 'wagmi';
import { networks } from '../networks.ts';
import { toAmount } from '../to-amount.ts';

interface Props {
  readonly address: `0x${string}`;
  onBalance(balance: string): void;
}

/** Reads the balance, apart from what connecting needs. */
export function EvmBalance({ address, onBalance }: Props) {
  const { data } = useBalance({ address });
  useEffect(() => {
    if (data) onBalance(toAmount(data.value, networks.evm));
  }, [data, onBalance]);
  return null;
}
