import { describe, expect, it } from 'vitest';
import { countListeners } from './unmount-cases.ts';

const hear = () => undefined;

function count() {
  const target = new EventTarget();
  return { target, listeners: countListeners([target]) };
}

describe('a listener', () => {
  it('is left until it is removed', () => {
    const { target, listeners } = count();
    target.addEventListener('focus', hear);
    target.addEventListener('focus', hear, true);
    expect(listeners.left()).toEqual(['focus', 'focus']);
    target.removeEventListener('focus', hear);
    expect(listeners.left()).toEqual(['focus']);
    target.removeEventListener('focus', hear, { capture: true });
    expect(listeners.left()).toEqual([]);
  });

  it('is counted once where it is added twice', () => {
    const { target, listeners } = count();
    target.addEventListener('focus', hear);
    target.addEventListener('focus', hear);
    expect(listeners.left()).toEqual(['focus']);
  });

  it('is gone where its signal is aborted, or was before', () => {
    const { target, listeners } = count();
    const control = new AbortController();
    target.addEventListener('focus', hear, { signal: control.signal });
    expect(listeners.left()).toEqual(['focus']);
    control.abort();
    target.addEventListener('blur', hear, { signal: control.signal });
    expect(listeners.left()).toEqual([]);
  });

  it('that hears once is gone when it has', () => {
    const { target, listeners } = count();
    target.addEventListener('focus', hear, { once: true });
    expect(listeners.left()).toEqual(['focus']);
    target.dispatchEvent(new Event('focus'));
    expect(listeners.left()).toEqual([]);
  });

  it('still hears while it is counted, and adding is the own of the target again afterwards', () => {
    const { target, listeners } = count();
    let heard = 0;
    target.addEventListener('focus', () => {
      heard += 1;
    });
    target.dispatchEvent(new Event('focus'));
    expect(heard).toBe(1);
    listeners.stop();
    target.addEventListener('blur', hear);
    expect(listeners.left()).toEqual(['focus']);
  });
});
