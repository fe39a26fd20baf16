import { beforeEach, describe, expect, it, vi } from 'vitest';
import { reopenWhenSeen } from './reopen.ts';

let page: EventTarget;
let ended: AbortController;
let opened: number;
let relayer: { connected: boolean; transportOpen(): Promise<void> };

beforeEach(() => {
  page = new EventTarget();
  vi.stubGlobal('window', page);
  ended = new AbortController();
  opened = 0;
  relayer = {
    connected: true,
    async transportOpen() {
      opened += 1;
      if (!navigator.onLine) throw new Error('No internet connection');
      relayer.connected = true;
    },
  };
  reopenWhenSeen(relayer, ended.signal);
});

function turn(visibilityState: 'visible' | 'hidden', onLine = true) {
  vi.stubGlobal('navigator', { onLine });
  vi.stubGlobal('document', { visibilityState });
  page.dispatchEvent(new Event('visibilitychange'));
}

describe('the connection to the relay', () => {
  it('is opened again when the page is seen again, if it was closed meanwhile', () => {
    turn('hidden');
    relayer.connected = false;
    turn('visible');
    expect(opened).toBe(1);
    turn('hidden');
    turn('visible');
    expect(opened).toBe(1);
  });

  it('stays closed while the page is in the background', () => {
    relayer.connected = false;
    turn('hidden');
    expect(opened).toBe(0);
  });

  it('that cannot be opened is tried again the next time', async () => {
    relayer.connected = false;
    turn('visible', false);
    await Promise.resolve();
    turn('visible');
    expect([opened, relayer.connected]).toEqual([2, true]);
  });

  it('stays closed once the page needs it no more', () => {
    relayer.connected = false;
    ended.abort();
    turn('visible');
    expect(opened).toBe(0);
  });
});
