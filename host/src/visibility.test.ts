import { beforeEach, expect, it, vi } from 'vitest';
import { openFakePage } from './testing/fake-page.ts';
import { isVisible, onHidden, onVisible } from './visibility.ts';

let page: ReturnType<typeof openFakePage>;
const run = vi.fn();

beforeEach(() => {
  page = openFakePage();
  run.mockReset();
});

it('calls when the page is shown again, or comes back from the back-forward cache, until it ends', () => {
  const end = onVisible(run);
  page.hide();
  page.load();
  expect([isVisible(), run.mock.calls]).toEqual([false, []]);
  page.show();
  page.restore();
  end();
  page.show();
  page.restore();
  expect([isVisible(), run.mock.calls]).toEqual([true, [[false], [true]]]);
});

it('calls when the page is hidden or left', () => {
  onHidden(run);
  page.show();
  expect(run).not.toHaveBeenCalled();
  page.hide();
  page.leave();
  expect(run).toHaveBeenCalledTimes(2);
});
