import { type Code, codes, LinkspanError } from '@linkspan/contract';
import { expect, it } from 'vitest';
import { rpcCodeOf, toLinkspanError } from './error.ts';

/** EIP-1193, "Provider Errors", and EIP-1474, "Error codes": each code that is none of -32603. */
const numbers: readonly [rpcCode: number, codes: RegExp][] = [
  [4001, /^wallet\/(rejected|closed|cancelled)$/],
  [4100, /^wallet\/(not-connected|account-changed|unauthorized)$/],
  [-32050, /^wallet\/may-be-sent$/],
  [4200, /^wallet\/unsupported$/],
  [4900, /^(release|loader)\/|^wallet\/(gone|disconnected|revoked)$/],
  [4901, /^wallet\/network-changed$|^network\/(unreachable|other-chain|portal|malformed)$/],
  [-32005, /^network\/busy$/],
  [4902, /^wallet\/network-unsupported$/],
  [-32002, /^wallet\/(pending|busy)$/],
  [-32602, /^input\/|^remote\/unknown-family$/],
  [3, /^network\/(reverted|would-fail)$/],
];

it.each(Object.keys(codes) as Code[])('has a number for %s', (code) => {
  const [rpcCode = -32603] = numbers.find(([, pattern]) => pattern.test(code)) ?? [];
  expect(rpcCodeOf({ code })).toBe(rpcCode);
});

it('has a number for a code of a later contract', () => {
  expect(rpcCodeOf({ code: 'input/later' as Code })).toBe(-32602);
  expect(rpcCodeOf({ code: 'wallet/later' as Code })).toBe(-32603);
});

it('keeps code, context and cause of an error of another bundle', () => {
  const [code, context] = ['wallet/rejected', { wallet: 'Harbour' }];
  const cause = Object.assign(new Error(code), { code, context });
  const error = toLinkspanError(cause);
  expect(error).toBeInstanceOf(LinkspanError);
  expect(error).toMatchObject({ code, context, cause });
  expect(toLinkspanError(error)).toBe(error);
});

const trapped = new Proxy(
  {},
  {
    get() {
      throw new Error('trap');
    },
  },
);
it.each([[undefined], ['a text'], [new Error('no code')], [{ code: 4001 }], [{ context: [1] }], [trapped]])(
  'calls anything without a code remote/failed: %#',
  (thrown) => {
    expect(toLinkspanError(thrown)).toMatchObject({ code: 'remote/failed', context: {} });
  },
);
