/**
 * Connects the fixture wallet, which signs by saying so.
 * @type {import('@linkspan/contract').Mount}
 */
const mount = () => {
  /** @type {import('@linkspan/contract').Lease | undefined} */
  let lease;
  const refuse = async () => {
    throw Object.assign(new Error('unsupported'), { code: 'wallet/unsupported' });
  };
  return {
    async adopt({ wallet, accounts }, lent) {
      lease = lent;
      lease.publishConnection({ status: 'connected', wallet, accounts, capabilities: ['message'] });
    },
    disconnect: async () => lease?.publishConnection({ status: 'disconnected' }),
    async read({ account, text }) {
      const lines = [{ is: 'text', value: text }];
      const signed = { account, message: text, scheme: 'x-fixture', signature: `${text}, signed` };
      return {
        ...{ asks: 'person', intent: { account, method: 'message', asksFor: 'signature', lines } },
        answer: async () => ({ signed }),
      };
    },
    switchNetwork: refuse,
    switchAccount: refuse,
    settle: refuse,
    refreshBalance: refuse,
    unmount: () => undefined,
  };
};

/** What a federation's remote entry exports, and no more. */
export const init = () => undefined;
export const get = async () => () => ({ mount });
