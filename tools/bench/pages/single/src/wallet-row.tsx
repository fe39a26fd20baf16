import type { Family } from './families.ts';

interface Props {
  readonly family: Family;
  readonly name: string;
  readonly icon?: string | undefined;
  onPress(): void;
}

export function WalletRow({ family, name, icon, onPress }: Props) {
  return (
    <button type="button" data-bench-wallet={family} onClick={onPress}>
      {icon && <img src={icon} alt="" width="24" height="24" />}
      {name}
    </button>
  );
}
