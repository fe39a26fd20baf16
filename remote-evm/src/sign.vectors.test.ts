import type { AccountId } from '@linkspan/contract';
import type { Eip4361Fields } from '@linkspan/kit/sign-in';
import { concatHex, type Hex, hashMessage, keccak256, serializeErc6492Signature } from 'viem';
import { encodeFunctionData, getContractAddress, parseAbi } from 'viem/utils';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Request } from './history.ts';
import { sign, toSignInText } from './sign.ts';
import { startTestChain, type TestChain } from './testing/chains.ts';
import contracts from './testing/vectors/siwe_eip1271.json' with { type: 'json' };
import readable from './testing/vectors/siwe_parsing_positive.json' with { type: 'json' };

// The vectors are those of github.com/spruceid/siwe (Apache-2.0 or MIT): testing/vectors/README.md.

/** The fields of a message in the names of that project. */
interface Fields {
  readonly domain?: string;
  readonly address?: string;
  readonly uri?: string;
  readonly version?: string | number;
  readonly chainId?: number;
  readonly nonce?: string;
  readonly issuedAt?: string;
  readonly expirationTime?: string;
  readonly notBefore?: string;
  readonly statement?: string;
  readonly requestId?: string;
  readonly resources?: readonly string[];
  readonly scheme?: string;
}

function toIntent({
  address,
  chainId,
  expirationTime,
  version: _,
  scheme: __,
  ...fields
}: Fields): Eip4361Fields {
  const account = `eip155:${chainId}:${address}`;
  const expires = expirationTime === undefined ? {} : { expiresAt: expirationTime };
  return { kind: 'sign-in', account, ...fields, ...expires } as unknown as Eip4361Fields;
}

/** Signs as the wallet that gave this signature; without a chain, unless there is one. */
function signAs(account: AccountId, message: string, signature: string, request?: Request) {
  const openRequest = () => request ?? (async () => '0x');
  return sign({ wallet: 'Harbour', account, accounts: [], ask: async () => signature, openRequest }, message);
}

describe('the vectors of EIP-4361', () => {
  it.each(Object.entries(readable))('are written: %s', (_, { message, fields }) => {
    const text = toSignInText(toIntent(fields as Fields));
    const { scheme } = fields as Fields;
    // A scheme before the domain is optional, and this page gives none.
    expect(scheme ? `${scheme}://${text}` : text).toBe(message);
  });
});

describe('on a chain', () => {
  let chain: TestChain;
  const request: Request = async ({ method, params }) => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
    const headers = { 'content-type': 'application/json' };
    const answer = await (await fetch(chain.url, { method: 'POST', headers, body })).json();
    if (answer.error) throw Object.assign(new Error(answer.error.message), answer.error);
    return answer.result;
  };

  beforeAll(async () => {
    chain = await startTestChain();
  });
  afterAll(() => chain.stop());

  // The contracts live on Ethereum's mainnet: in their place stand some that accept the vector's signature alone.
  it.each(Object.entries(contracts))('the vectors of EIP-1271 are verified: %s', async (_, vector) => {
    const { message, signature } = vector as { message: string; signature: Hex };
    const [, address = ''] = message.split('\n');
    const account: AccountId = `eip155:31337:${address}`;
    await request({ method: 'anvil_setCode', params: [address, toContract(message, signature)] });
    expect(await signAs(account, message, signature, request)).toMatchObject({ isVerified: true });
    const refused = { code: 'wallet/wrong-signature' };
    await expect(signAs(account, `${message}!`, signature, request)).rejects.toMatchObject(refused);
    const altered = `${signature.slice(0, -2)}00`;
    await expect(signAs(account, message, altered, request)).rejects.toMatchObject(refused);
  });

  // Ours, written from EIP-6492: a contract that its factory has yet to make.
  it('a signature of a contract that does not exist yet is verified by its factory', async () => {
    // The deterministic deployer, which anvil has: 32 bytes of salt, then what makes the contract.
    const factory = '0x4e59b44847b379578588920cA78FbF26c0B4956C';
    const [salt, message, inner] = [`0x${'00'.repeat(32)}`, 'Ahoy', `0x${'cd'.repeat(90)}`] as Hex[];
    if (salt === undefined || message === undefined || inner === undefined) return expect.fail();
    const bytecode = toDeployer(toContract(message, inner));
    const address = getContractAddress({ opcode: 'CREATE2', from: factory, salt, bytecode });
    const account: AccountId = `eip155:31337:${address}`;
    const wrap = (signature: Hex) =>
      serializeErc6492Signature({ address: factory, data: concatHex([salt, bytecode]), signature });
    expect(await signAs(account, message, wrap(inner), request)).toMatchObject({ isVerified: true });
    const refused = { code: 'wallet/wrong-signature' };
    for (const wrong of [wrap(`0x${'ce'.repeat(90)}`), inner])
      await expect(signAs(account, message, wrong, request)).rejects.toMatchObject(refused);
    const elsewhere: AccountId = `eip155:31337:0x${'12'.repeat(20)}`;
    await expect(signAs(elsewhere, message, wrap(inner), request)).rejects.toMatchObject(refused);
  });
});

/** A contract that answers EIP-1271's magic value to one call: that for this message and signature. */
function toContract(message: string, signature: Hex): Hex {
  const args = [hashMessage(message), signature] as const;
  const abi = parseAbi(['function isValidSignature(bytes32, bytes) view returns (bytes4)']);
  const expected = keccak256(encodeFunctionData({ abi, args }));
  // keccak256(calldata) == expected, times the magic value, shifted to the left of a word that is returned.
  return `0x36600060003736600020${`7f${expected.slice(2)}`}14631626ba7e0260e01b60005260206000f3`;
}

/** What makes a contract of this code. */
function toDeployer(code: Hex): Hex {
  const size = (code.length / 2 - 1).toString(16).padStart(2, '0');
  return `0x60${size}600c60003960${size}6000f3${code.slice(2)}`;
}
