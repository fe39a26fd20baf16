import { contractVersion } from '@linkspan/contract';
import { expect, it } from 'vitest';
import { account, connect } from '../../testing/facts.ts';
import { createFakeShell } from '../../testing/fake-shell.ts';
import { toReport } from '../frame/runs-dialog.tsx';

it('tells what runs, what has failed and where it came from, and nothing of the person', () => {
  const shell = createFakeShell();
  connect(shell);
  const insteadOf = { version: '0.2.0', code: 'loader/broken' };
  const release = { remote: 'remote-solana', version: '0.1.0', share: 20, insteadOf };
  shell.store.publishRemote('solana', { stage: 'mounted', release });
  const withdrawn = { code: 'release/withdrawn', context: { remote: 'remote-solana' } };
  shell.store.publishReleaseStatus('solana', { state: 'stopped', failure: withdrawn });
  const failure = { code: 'loader/broken', context: { file: 'discovery.js', account, detail: 'Boom' } };
  shell.store.publishRemote('near', { stage: 'failed', failure, step: 'again' });
  expect(toReport(shell, { page: 'x7Qa_B-9', browser: 'Browser 1' }).split('\n')).toEqual([
    'page: x7Qa_B-9',
    `contract: ${contractVersion}`,
    'browser: Browser 1',
    '',
    'evm: mounted, current',
    'remote: remote-evm http://localhost:1/remote-evm/',
    'release: remote-evm@0.1.0',
    '',
    'solana: mounted, stopped',
    'remote: remote-solana http://localhost:1/remote-solana/',
    'release: remote-solana@0.1.0',
    'share: 20 %',
    'instead of: 0.2.0, loader/broken',
    'release/withdrawn',
    'remote: remote-solana',
    '',
    'near: failed, current',
    'remote: remote-near http://localhost:1/remote-near/',
    'loader/broken',
    'file: discovery.js',
  ]);
});
