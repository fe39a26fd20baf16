import { expect, it, vi } from 'vitest';

it.fails('a test in which an error is reported', () => reportError(new Error('adrift')));

it('lets a test pass that stubs what is reported', () => {
  const reported = vi.fn();
  vi.stubGlobal('reportError', reported);
  reportError('adrift');
  expect(reported).toHaveBeenCalledWith('adrift');
});

it('lets a test pass whose listener has taken the error', () => {
  window.addEventListener('error', (event) => event.preventDefault(), { once: true });
  reportError(new Error('adrift'));
});
