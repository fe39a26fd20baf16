import type { Balance, Readable } from '@linkspan/contract';
import {
  createElement,
  type DetailedHTMLProps,
  type HTMLAttributes,
  type ReactElement,
  useSyncExternalStore,
} from 'react';
import { getLinkspan } from './linkspan.ts';
import type { ConnectedView, ConnectionView, Linkspan } from './views.ts';

/** React 18 gives an element of another name `class`, and no `className`. */
type ShellElement = DetailedHTMLProps<HTMLAttributes<HTMLElement>, HTMLElement> & { class?: string };

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'linkspan-connect': ShellElement;
      'linkspan-accounts': ShellElement;
      'linkspan-shell': ShellElement;
    }
  }
}

/** The page's wallets. No provider is needed: a page has one shell. */
export function useLinkspan(): Linkspan {
  return getLinkspan();
}

/** The value of a store, and a new render when it changes. */
export function useReadable<Value>(readable: Readable<Value>): Value {
  return useSyncExternalStore(readable.listen, readable.get, readable.get);
}

/** The connection of a family, such as `evm`. Throws `remote/unknown-family`. */
export function useConnection(family: string): ConnectionView {
  return useReadable(getLinkspan().family(family).$connection);
}

/** The balance of the account in use; undefined until the chain has answered. Throws `remote/unknown-family`. */
export function useBalance(family: string): Balance | undefined {
  return useReadable(getLinkspan().family(family).$balance);
}

/** What is connected, by family. */
export function useAccounts(): readonly (ConnectedView & { readonly family: string })[] {
  const { families } = getLinkspan();
  const listen = (changed: () => void) => {
    const ends = families.map(({ $connection }) => $connection.listen(changed));
    return () => {
      for (const end of ends) end();
    };
  };
  const read = () =>
    JSON.stringify(families.map(({ id, $connection }) => ({ ...$connection.get(), family: id })));
  const text = useSyncExternalStore(listen, read, read);
  const all: readonly (ConnectionView & { readonly family: string })[] = JSON.parse(text);
  return all.filter((one): one is ConnectedView & { family: string } => 'accounts' in one);
}

/** `<linkspan-connect>`: the button that opens the dialog of wallets, then the accounts; `balance` shows that of the only one. */
export function ConnectButton({ balance = false }: { readonly balance?: boolean }): ReactElement {
  return createElement('linkspan-connect', { balance: balance ? '' : undefined });
}

/** `<linkspan-accounts>`: the connected accounts, compact. */
export function Accounts(): ReactElement {
  return createElement('linkspan-accounts');
}

/** `<linkspan-shell>`: a card for each family, with all that it can do. */
export function AccountCards(): ReactElement {
  return createElement('linkspan-shell');
}
