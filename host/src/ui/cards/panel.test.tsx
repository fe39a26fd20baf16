import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, expect, it, vi } from 'vitest';
import { noteMs } from '../../limits.ts';
import { fakeConfig } from '../../testing/fake-shell.ts';
import { Failed, Step } from './panel.tsx';
import type { Family } from './use-family.ts';

afterEach(() => {
  vi.useRealTimers();
});

it('stays while the focus is in it, also in a shadow tree, and goes afterwards', async () => {
  (globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const dismiss = vi.fn();
  const family = { config: fakeConfig.families[0], unaffected: '', commands: { dismiss } } as never as Family;
  const host = document.body.appendChild(document.createElement('div'));
  const tree = host.attachShadow({ mode: 'open' });
  const root = createRoot(tree);
  const failure = { code: 'wallet/rejected', context: {} };
  await act(() =>
    root.render(
      <Failed family={family} failure={failure}>
        <Step word="Try again" press={() => undefined} />
      </Failed>,
    ),
  );
  tree.querySelector('button')?.focus();
  vi.advanceTimersByTime(noteMs);
  expect(dismiss).not.toHaveBeenCalled();
  tree.querySelector('button')?.blur();
  vi.advanceTimersByTime(noteMs);
  expect(dismiss).toHaveBeenCalledOnce();
  await act(() => root.unmount());
  host.remove();
});
