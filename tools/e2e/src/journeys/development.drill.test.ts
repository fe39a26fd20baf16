import { utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { root } from '@linkspan/stack/root';
import { runNode } from '@linkspan/stack/run';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { whenStatus } from '../page/card.ts';
import { connect } from '../page/connect.ts';
import { evm, near, solana } from '../page/families.ts';
import { test } from '../page/journey.ts';

const url = 'http://localhost:4410/';
const environment = {
  LINKSPAN_HOST_PORT: '4410',
  LINKSPAN_EVM_PORT: '4411',
  LINKSPAN_SOLANA_PORT: '4412',
  LINKSPAN_NEAR_PORT: '4413',
  LINKSPAN_EVM_CHAIN_PORT: '18645',
  LINKSPAN_EVM_CHAIN_TWO_PORT: '18646',
  LINKSPAN_SOLANA_CHAIN_PORT: '18999',
  LINKSPAN_SOLANA_CHAIN_WS_PORT: '19000',
  LINKSPAN_NEAR_CHAIN_PORT: '13130',
  // Of the test runner: the federation's build plugin does nothing where it sees them.
  NODE_ENV: undefined,
  VITEST: undefined,
};

const command = runNode('tools/scripts/dev.mjs', [], {
  env: environment,
  nodeOptions: ['--import', 'tsx'],
  reject: false,
});

beforeAll(async () => {
  const lines = createInterface({ input: command.stdout });
  const told = new Promise<void>((resolve, reject) => {
    lines.on('line', (line) => line.includes(url.slice(0, -1)) && resolve());
    command.then(() => reject(new Error('npm run dev ended')));
  });
  await told;
});

afterAll(async () => {
  command.kill();
  await command;
});

describe('npm run dev', () => {
  test('serves host and remotes from source, and all three families connect', async ({ journey }) => {
    const page = await journey.open({ url });
    for (const family of [evm, solana, near]) await connect(page, family);
    expect(await page.locator('[data-release$="@dev"]').count()).toBe(3);
  });

  test('reloads the page after an edit of a remote, and what was connected is back', async ({ journey }) => {
    const page = await journey.open({ url });
    await connect(page, evm);
    const loaded = page.waitForEvent('load');
    const now = new Date();
    await utimes(join(root, 'remote-evm/src/catalog.ts'), now, now);
    await loaded;
    await whenStatus(page, evm, 'Connected');
  });
});
