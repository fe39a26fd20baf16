import { accountsOf, type Balance, LinkspanError, namespaceOf } from '@linkspan/contract';
import { assert, assertRejects, assertSame, pause } from './assert.ts';
import { assertNotRestored, type Case, inUse, NotOffered, quietMs, type Stage, toCase } from './stage.ts';

/** A connection, from its adoption to its end. */
export const connectionCases: readonly Case[] = [
  toCase('publishes connected with the approved wallet, its accounts and what it can do', async (stage) => {
    const { wallet, accounts, capabilities } = await stage.connect();
    const { id, name } = await stage.listed();
    assertSame(wallet.id, id, 'the wallet');
    assertSame(wallet.name, name, "the wallet's name");
    assertSame(namespaceOf(accounts[0]), stage.subject.namespace, 'the namespace');
    assert(capabilities.length > 0, 'it declares nothing that the wallet can do');
    assert(stage.recorder.refused.length === 0, `it published what was refused: ${stage.recorder.refused}`);
  }),

  toCase('takes the account that comes first in the approval into use', async (stage) => {
    const [first, second] = (await stage.connect()).accounts;
    if (second === undefined) throw new NotOffered('a second account');
    const approved = await stage.restore();
    assert(approved !== undefined, 'nothing was restored');
    await stage.handle().adopt({ ...approved, accounts: [second, first] }, stage.lease);
    assertSame(inUse(stage.connected()), second, 'the account in use');
    assert(stage.connected().accounts.includes(first), 'the other account is gone');
  }),

  toCase('publishes the balance of the account in use', async (stage) => {
    const account = inUse(await stage.connect());
    const balance = await known(stage);
    assertSame(balance.account, account, 'the account of the balance');
  }),

  toCase('follows the account that is taken into use inside the wallet', async (stage) => {
    const before = inUse(await stage.connect());
    await stage.subject.wallet.useAnotherAccount();
    await followed(stage, before);
    const balance = await known(stage);
    assertSame(balance.account, inUse(stage.connected()), 'the account of the balance');
  }),

  toCase('reports that the wallet shows no account, and why if the wallet says so', async (stage) => {
    await stage.connect();
    await stage.subject.wallet.revoke();
    const { connection } = stage.recorder.own;
    const ended = await stage.awaited(
      connection,
      ({ status }) => status !== 'connected',
      'the connection goes on',
    );
    const code = 'failure' in ended ? ended.failure?.code : undefined;
    const expected =
      ended.status === 'disconnected' ? ['wallet/revoked', 'wallet/refuses'] : ['wallet/locked-or-ended'];
    assert(expected.includes(code ?? ''), `the reason is ${code}`);
  }),

  toCase('keeps the old connection if an adoption fails', async (stage) => {
    const before = await stage.connect();
    const again = await stage.restore();
    assert(again !== undefined, 'nothing was restored');
    const refuse = () => {
      throw new LinkspanError('remote/unleased', { family: stage.subject.family });
    };
    const ended = {
      publishConnection: refuse,
      publishBalance: refuse,
      publishBalanceFailure: refuse,
    };
    await assertRejects(stage.handle().adopt(again, ended), 'the adoption', 'remote/unleased');
    assertSame(stage.recorder.own.connection.get(), before, 'the connection');
    await stage.subject.wallet.useAnotherAccount();
    await followed(stage, inUse(before));
  }),

  toCase(
    'publishes disconnected, gives the permission back, and no longer follows the wallet',
    async (stage) => {
      await stage.connect();
      await stage.handle().disconnect();
      const connection = stage.recorder.own.connection.get();
      assertSame(connection.status, 'disconnected', 'the status');
      assert(!('failure' in connection), 'it names a failure where the person asked for the end');
      const { wallet } = stage.subject;
      assert(!wallet.isGranted(), 'the wallet still grants the page its accounts');
      const [published, asked] = [stage.recorder.published(), wallet.prompts()];
      await wallet.useAnotherAccount();
      await pause(quietMs);
      assertSame(stage.recorder.published(), published, 'the number of publishes');
      await assertNotRestored(stage);
      assertSame(wallet.prompts(), asked, 'the number of prompts');
    },
  ),
];

function known(stage: Stage) {
  const isKnown = (balance: unknown) => balance !== undefined;
  return stage.awaited(stage.recorder.own.balance, isKnown, 'no balance is published') as Promise<Balance>;
}

async function followed(stage: Stage, before: string): Promise<void> {
  await stage.awaited(
    stage.recorder.own.connection,
    (connection) => connection.status === 'connected' && accountsOf(connection)[0] !== before,
    "the connection does not follow the wallet's account",
  );
}
