import type { Page } from 'playwright-core';
import type { Person } from '../near-wallets/extensions.ts';
import { answerEvm, type EvmBehavior, type EvmCall } from './answer-evm.ts';

interface Stub {
  askInjected(
    call: EvmCall,
  ): Promise<{ readonly value?: unknown; readonly error?: { code: number; message: string } }>;
}

/**
 * Puts a stand-in for a wallet that announces nothing at `window.ethereum` of a page at its next load: an object, or, as
 * some are, a function. It has neither events nor permissions, and shows its account only once it was approved.
 */
export async function installInjected(
  page: Page,
  person: Pick<Person, 'does' | 'decided'> & { readonly behavior: EvmBehavior },
  form: 'object' | 'function',
): Promise<void> {
  let isApproved = false;
  const asks = ['eth_requestAccounts', 'personal_sign', 'eth_sendTransaction'];
  await page.exposeFunction('askInjected', async (call: EvmCall) => {
    if (call.method === 'eth_accounts' && !isApproved) return { value: [] };
    if (asks.includes(call.method)) {
      await person.decided;
      if (person.does === 'refuse') return { error: { code: 4001, message: 'User denied' } };
    }
    if (call.method === 'eth_requestAccounts') isApproved = true;
    return answerEvm(call, person.behavior).then(
      (value) => ({ value }),
      (error) => ({ error }),
    );
  });
  await page.addInitScript((form) => {
    const { askInjected } = globalThis as unknown as Stub;
    const request = async (call: EvmCall) => {
      const { value, error } = await askInjected(call);
      if (error) throw Object.assign(new Error(error.message), error);
      return value;
    };
    const ethereum = form === 'object' ? {} : () => undefined;
    Object.assign(globalThis, { ethereum: Object.assign(ethereum, { request }) });
  }, form);
}
