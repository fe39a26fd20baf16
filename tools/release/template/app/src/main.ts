import { getLinkspan, LinkspanError, type LinkspanFamily } from '@linkspan/app';
import { getProvider } from '@linkspan/app/evm';
import * as near from '@linkspan/app/near';
import { getSigner } from '@linkspan/app/solana-kit';
import * as kit from '@solana/kit';
import { createWalletClient, custom, parseAbi, publicActions } from 'viem';

const ethereum = createWalletClient({ transport: custom(getProvider()) }).extend(publicActions);
const abi = parseAbi(['function get() view returns (uint256)', 'function set(uint256)']);
const contract = { address: '0x00000000000000000000000000000000000000fe', abi } as const;

async function raiseNumber() {
  const [account = null] = await ethereum.getAddresses();
  const number = await ethereum.readContract({ ...contract, functionName: 'get' });
  const change = { ...contract, functionName: 'set', args: [number + 1n] } as const;
  const hash = await ethereum.writeContract({ ...change, account, chain: null });
  await ethereum.waitForTransactionReceipt({ hash });
  return `The number is ${await ethereum.readContract({ ...contract, functionName: 'get' })}.`;
}

async function sendMemo({ networks, $connection }: LinkspanFamily) {
  const connection = $connection.get();
  const network = networks.find(({ id }) => 'network' in connection && id === connection.network);
  const { value: blockhash } = await kit.createSolanaRpc(`${network?.rpc[0]}`).getLatestBlockhash().send();
  const programAddress = kit.address('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr');
  const memo = { programAddress, data: new TextEncoder().encode('Ahoy') };
  const empty = kit.createTransactionMessage({ version: 0 });
  const paid = kit.setTransactionMessageFeePayerSigner(getSigner(), empty);
  const timed = kit.setTransactionMessageLifetimeUsingBlockhash(blockhash, paid);
  const message = kit.appendTransactionMessageInstruction(memo, timed);
  const signature = await kit.signAndSendTransactionMessageWithSigners(message);
  return `The memo is in transaction ${kit.getBase58Decoder().decode(signature)}.`;
}

async function setFee() {
  const params = { methodName: 'set_fee', args: { fee: '7' }, gas: 30_000_000_000_000n, deposit: 1n };
  const actions = [{ type: 'FunctionCall', params }] as const;
  await near.getWallet().signAndSendTransaction({ receiverId: 'ferry.practice', actions });
  const view = { contractId: 'ferry.practice', method: 'get_fee' };
  return `The fee is ${await near.getProvider().callFunction(view)}.`;
}

/** The code of the shell's error, which libraries wrap in errors of their own. */
function codeOf(error: unknown): string {
  if (error instanceof LinkspanError) return error.code;
  return error instanceof Error && error.cause ? codeOf(error.cause) : String(error);
}

for (const [namespace, action] of Object.entries({ eip155: raiseNumber, solana: sendMemo, near: setFee })) {
  const family = getLinkspan().families.find((one) => one.namespace === namespace);
  const button = document.querySelector<HTMLButtonElement>(`#${namespace} button`);
  const output = document.querySelector(`#${namespace} output`);
  if (!family || !button || !output) continue;
  family.$connection.subscribe(({ status }) => button.toggleAttribute('disabled', status !== 'connected'));
  button.addEventListener('click', async () => {
    output.textContent = 'Waiting for your wallet …';
    output.textContent = await action(family).catch(codeOf);
  });
}
