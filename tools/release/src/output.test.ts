import { describe, expect, it } from 'vitest';
import { createOutput, type OutputStream } from './output.ts';

/** What is written into it, as one text. */
function createOutlet(kind: Partial<OutputStream> = {}) {
  const written: string[] = [];
  return { ...kind, write: (text: string) => written.push(text), text: () => written.join('') };
}

/** The lines that a person sees at the end of what was written to a terminal. */
function seen(written: string): readonly string[] {
  return written.split('\n').map((line) => line.split('\r\x1b[2K').at(-1) ?? '');
}

const terminal = { isTTY: true, columns: 20 };

it('says nothing that would steer the terminal, or turn a text around', () => {
  const both = createOutlet();
  const { say, complain } = createOutput(both, both);
  say('remote-evm\x1b[2J is live\n\tsince\u202enoon\r\n');
  complain('refused\x9b2J\rdone');
  expect(both.text()).toBe('remote-evm�[2J is live\n\tsince�noon\r\n\nrefused�2J�done\n');
});

describe('the progress', () => {
  it('is one line of the terminal, written again and again, and gone before anything else is said', () => {
    const both = createOutlet(terminal);
    const { progress, say, complain, clear } = createOutput(both, both);
    progress('1 of 2 files');
    progress('2 of 2 files');
    expect(seen(both.text())).toEqual(['2 of 2 files']);
    say('done');
    progress('again');
    complain('refused');
    progress('last');
    clear();
    expect(seen(both.text())).toEqual(['done', 'refused', '']);
  });

  it('never wraps and controls nothing, and is whole on a terminal that does not say how wide it is', () => {
    const [narrow, wide] = [createOutlet(terminal), createOutlet({ isTTY: true, columns: 0 })];
    for (const beside of [narrow, wide])
      createOutput(createOutlet(), beside).progress(`\x1b[31m\n${'a'.repeat(40)}`);
    expect(seen(narrow.text())).toEqual([` [31m ${'a'.repeat(13)}`]);
    expect(seen(wide.text())).toEqual([` [31m ${'a'.repeat(40)}`]);
  });

  it('is nothing if there is no terminal', () => {
    const [out, beside] = [createOutlet(), createOutlet()];
    const { progress, say } = createOutput(out, beside);
    progress('1 of 2 files');
    say('done');
    expect([out.text(), beside.text()]).toEqual(['done\n', '']);
  });
});
