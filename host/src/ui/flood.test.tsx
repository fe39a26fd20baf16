import { createPacedView } from '@linkspan/store';
import { act, Profiler } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, it } from 'vitest';
import { account, connect } from '../testing/facts.ts';
import { createFakeShell } from '../testing/fake-shell.ts';
import { Card } from './cards/card.tsx';
import { ShellContext } from './use-shell.ts';

it('renders the card of a family that is flooded once a frame, and no other card', async () => {
  (globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;
  const shell = createFakeShell();
  connect(shell);
  let due: (() => void)[] = [];
  const paced = createPacedView(shell.view, (run) => void due.push(run));
  const renders: Record<string, number> = {};
  const root = createRoot(document.body.appendChild(document.createElement('main')));
  await act(async () =>
    root.render(
      <ShellContext value={{ ...shell, view: paced.view }}>
        {shell.config.families.map((config) => (
          <Profiler
            key={config.id}
            id={config.id}
            onRender={(id) => {
              renders[id] = (renders[id] ?? 0) + 1;
            }}
          >
            <Card config={config} />
          </Profiler>
        ))}
      </ShellContext>,
    ),
  );
  const before = { ...renders };
  const { lease } = shell.store.openLease('evm');
  lease.publishConnection(shell.view.family('evm').connection.get());
  const [frames, perFrame] = [60, 166];
  for (let frame = 0; frame < frames; frame += 1)
    await act(async () => {
      for (let count = 1; count <= perFrame; count += 1)
        lease.publishBalance({ account, amount: `${frame * perFrame + count}`, decimals: 0, symbol: 'ETH' });
      const now = due;
      due = [];
      for (const run of now) run();
    });
  expect(renders.evm).toBeGreaterThan(before.evm ?? 0);
  expect((renders.evm ?? 0) - (before.evm ?? 0)).toBeLessThanOrEqual(frames + 1);
  expect([renders.solana, renders.near]).toEqual([before.solana, before.near]);
  expect(document.body.textContent).toContain((frames * perFrame).toLocaleString('en'));
  await act(async () => root.unmount());
});
