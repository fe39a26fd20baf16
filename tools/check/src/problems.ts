import { createHash } from 'node:crypto';
import type { Page } from 'playwright-core';

/** What went wrong in a page beside what a journey looks at. */
export interface Problems {
  /** From now on such problems are part of the journey. */
  expect(...patterns: readonly RegExp[]): void;
  /** Those that no pattern covers. */
  unexpected(): readonly string[];
}

/** With this the page tries whether the browser refuses a wrong hash, which the browser tells of. */
const proof = /\/assets\/probe-\w+\.js\?refused/;

/** What Firefox tells of a module that was under way when the page was left: the hash of no bytes. */
const cut = `The computed hash is “${createHash('sha384').digest('base64')}”`;

/** Collects errors that a page throws or logs, and requests that fail. */
export function collectProblems(page: Page): Problems {
  const found: string[] = [];
  const expected: RegExp[] = [proof];
  page.on('pageerror', (error) => {
    if (!error.message.includes(cut)) found.push(`uncaught: ${toText(error)}`);
  });
  page.on('console', (message) => {
    if (message.type() === 'error') found.push(`console: ${message.text()} (${message.location().url})`);
  });
  page.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText ?? '';
    // What a page had under way when it was left is not its failure.
    if (!['net::ERR_ABORTED', 'NS_BINDING_ABORTED'].includes(reason))
      found.push(`request: ${reason} ${request.url()}`);
  });
  page.on('response', (response) => {
    if (response.status() >= 400) found.push(`answer: ${response.status()} ${response.url()}`);
  });
  return {
    expect: (...patterns) => void expected.push(...patterns),
    unexpected: () => found.filter((one) => !expected.some((pattern) => pattern.test(one))),
  };
}

/** The test runner would take the lines of a page's stack for its own, and look for their files. */
function toText({ stack, message }: Error): string {
  return (stack ?? message).replaceAll(/^\s+at /gm, '  in ');
}
