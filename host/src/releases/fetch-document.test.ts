import { describe, expect, it } from 'vitest';
import { loadBytes } from './fetch-document.ts';

const load = (answer: Response, most = 100) =>
  loadBytes(async () => answer, 'http://localhost:1/', { most, signal: new AbortController().signal });

describe('the bytes of a document', () => {
  it('are those of all its parts', async () => {
    const parts = new ReadableStream({
      start(controller) {
        for (const part of [[1, 2], [], [3]]) controller.enqueue(Uint8Array.from(part));
        controller.close();
      },
    });
    expect(await load(new Response(parts))).toEqual(Uint8Array.of(1, 2, 3));
  });

  it('are none where the answer is empty', async () => {
    expect(await load(new Response(null))).toEqual(new Uint8Array());
  });

  it.each([403, 404])('are undefined after %i', async (status) => {
    expect(await load(new Response('no', { status }))).toBeUndefined();
  });

  it('are not to be had after an error of the server', async () => {
    await expect(load(new Response('', { status: 503 }))).rejects.toThrow('HTTP 503');
  });

  describe('whose request is lost', () => {
    const signal = new AbortController();
    const losing = (times: number) => {
      let asked = 0;
      const fetch = async () => {
        asked += 1;
        if (asked <= times) throw new TypeError('Failed to fetch');
        return new Response(Uint8Array.of(asked));
      };
      const options = { most: 100, signal: signal.signal };
      return { bytes: loadBytes(fetch, 'http://localhost:1/', options), asked: () => asked };
    };

    it('are asked for once more', async () => {
      expect(await losing(1).bytes).toEqual(Uint8Array.of(2));
    });

    it('are not asked for a third time', async () => {
      const { bytes, asked } = losing(2);
      await expect(bytes).rejects.toThrow('Failed to fetch');
      expect(asked()).toBe(2);
    });

    it('are not asked for again where nobody waits any more', async () => {
      signal.abort();
      const { bytes, asked } = losing(1);
      await expect(bytes).rejects.toThrow('Failed to fetch');
      expect(asked()).toBe(1);
    });
  });

  it('are given up once there are too many', async () => {
    let sent = 0;
    let isCancelled = false;
    const endless = new ReadableStream<Uint8Array>({
      pull(controller) {
        sent += 40;
        controller.enqueue(new Uint8Array(40));
      },
      cancel() {
        isCancelled = true;
      },
    });
    expect(await load(new Response(endless))).toHaveLength(120);
    expect(isCancelled).toBe(true);
    expect(sent).toBeLessThan(200);
  });
});
