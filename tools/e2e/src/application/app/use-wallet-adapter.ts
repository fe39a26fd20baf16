import { getLinkspan } from '@linkspan/app';
import { getWallet } from '@linkspan/app/solana';
import { ConnectionProvider, useConnection, useWallet, WalletProvider } from '@solana/wallet-adapter-react';
import { StandardWalletAdapter } from '@solana/wallet-standard-wallet-adapter-base';
import { PublicKey, SystemProgram, Transaction, TransactionInstruction } from '@solana/web3.js';
import { createElement as h } from 'react';
import { createRoot } from 'react-dom/client';

const adapter = new StandardWalletAdapter({ wallet: getWallet() as never });
const [network] = getLinkspan().family('solana').networks;
const memos = new PublicKey('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr');

type Hooks = ReturnType<typeof useWallet> & Pick<ReturnType<typeof useConnection>, 'connection'>;
let hooks: Hooks;

function Reader() {
  hooks = { ...useWallet(), ...useConnection() };
  return h('output', { 'aria-label': 'wallet-adapter' }, hooks.publicKey?.toBase58() ?? 'none');
}

/** Renders a component that uses wallet-adapter's hooks. */
export function render(): void {
  const wallets = h(WalletProvider, { wallets: [adapter], autoConnect: true, children: h(Reader) });
  const root = document.body.appendChild(document.createElement('div'));
  const nodes = { endpoint: String(network?.rpc[0]), config: { wsEndpoint: String(network?.ws) } };
  createRoot(root).render(h(ConnectionProvider, { ...nodes, children: wallets }));
}

export const select = () => hooks.select(adapter.name);

/** Sends a transfer with a memo; answers whether it is confirmed. */
export async function transfer(to: string, lamports: number): Promise<boolean> {
  const { publicKey, connection, sendTransaction } = hooks;
  if (publicKey === null) throw new Error('no wallet');
  const memo = { keys: [], programId: memos, data: new TextEncoder().encode('Fare') as Buffer };
  const transaction = new Transaction().add(
    SystemProgram.transfer({ fromPubkey: publicKey, toPubkey: new PublicKey(to), lamports }),
    new TransactionInstruction(memo),
  );
  const latest = await connection.getLatestBlockhash();
  const signature = await sendTransaction(transaction, connection);
  const { value } = await connection.confirmTransaction({ ...latest, signature });
  return value.err === null;
}

export const signMessage = async (text: string) =>
  (await hooks.signMessage?.(new TextEncoder().encode(text)))?.length;
