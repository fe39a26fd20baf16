/**
 * Lists one wallet, which agrees at once, and one that refuses with a code that is newer than any page.
 * @type {import('@linkspan/contract').Discover}
 */
export const discover = ({ networks, publish }) => {
  const fixture = { id: 'fixture', name: 'Fixture Wallet' };
  publish([
    { ...fixture, reach: 'installed' },
    { id: 'napping', name: 'Napping Wallet', reach: 'installed' },
  ]);
  return {
    async attempt(walletId, { id }) {
      if (walletId === 'napping') throw Object.assign(new Error('asleep'), { code: 'wallet/asleep' });
      return { attempt: id, wallet: fixture, accounts: [`${networks[0].id}:0xf1`], provider: undefined };
    },
    restore: async () => undefined,
    resume: async () => undefined,
  };
};
