import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { openAsk } from './ask.ts';

const ask = openAsk({ fetch }, { origin: 'https://page.example', deadlineMs: 5_000 });

async function openServer(): Promise<number> {
  const server = createServer((_, response) => response.end());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

it('says in one line that a server does not speak https', async () => {
  const address = `https://127.0.0.1:${await openServer()}/`;
  expect(await ask(address)).toEqual({ address, failure: 'it does not speak https' });
});

it('says what keeps a server from answering, whatever the name leads to', async () => {
  const failing = (code: string, message: string) =>
    openAsk(
      {
        fetch: async () =>
          Promise.reject(
            Object.assign(new Error('fetch failed'), { cause: Object.assign(new Error(message), { code }) }),
          ),
      },
      { origin: 'https://page.example', deadlineMs: 5_000 },
    )('https://remotes.example/');
  expect(await failing('ECONNREFUSED', '')).toMatchObject({ failure: 'ECONNREFUSED' });
  expect(await failing('ERR_SSL_TLSV1_ALERT', '80CC:error:\nline two\n')).toMatchObject({
    failure: 'ERR_SSL_TLSV1_ALERT',
  });
  expect(await failing('CERT_HAS_EXPIRED', 'certificate has expired')).toMatchObject({
    failure: 'certificate has expired',
  });
});

it('asks as a page of its origin does, past every cache, with whatever headers are added', async () => {
  const asked: (RequestInit | undefined)[] = [];
  const asking = openAsk(
    {
      fetch: async (_, init) => {
        asked.push(init);
        return new Response();
      },
    },
    { origin: 'https://page.example', deadlineMs: 5_000 },
  );
  await asking('https://remotes.example/', { 'sec-fetch-dest': 'script' });
  expect(asked).toMatchObject([
    {
      cache: 'no-store',
      headers: {
        origin: 'https://page.example',
        'accept-encoding': 'br, gzip',
        'sec-fetch-dest': 'script',
      },
    },
  ]);
});
