import { vi } from 'vitest';

/** An address's answer: a text, a status, an error, or none until the request is aborted (`hang`). */
export type Answer = string | number | 'hang' | Error;

/** Replaces `fetch`; returns its requests. Addresses without an answer are not found. */
export function installFetch(answers: Record<string, Answer>): { url: string; init: RequestInit }[] {
  const asked: { url: string; init: RequestInit }[] = [];
  vi.stubGlobal('fetch', async (input: string | URL, init: RequestInit = {}) => {
    asked.push({ url: String(input), init });
    const answer = answers[String(input)] ?? 404;
    if (answer === 'hang')
      return new Promise((_, reject) => {
        init.signal?.addEventListener('abort', () => reject(init.signal?.reason));
      });
    if (answer instanceof Error) throw answer;
    return typeof answer === 'number'
      ? new Response('', { status: answer })
      : new Response(answer, { status: 200 });
  });
  return asked;
}
