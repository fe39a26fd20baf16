import { type Code, codes, failure } from '@linkspan/contract';
import { describe, expect, it } from 'vitest';
import { errorTexts } from './error-texts.ts';
import { explain, type FailureStep } from './explain.ts';

const stepNames: { readonly [S in FailureStep]: RegExp } = {
  again: /try again/i,
  reload: /reload the page/i,
  connect: /connect again/i,
  ask: /ask again/i,
};

const all = Object.keys(codes) as Code[];

const contextOf = (code: Code, value = (name: string) => `the ${name}`) =>
  Object.fromEntries(codes[code].map((name) => [name, value(name)]));

describe('the texts of all codes', () => {
  it('name the failure and the next step, calmly', () => {
    for (const code of all) {
      const { title, advice } = errorTexts[code];
      expect(title, code).toMatch(/^\S.{5,}[^\s.]$/);
      expect(advice, code).toMatch(/^\S.{10,}\S$/);
      expect(`${title} ${advice}`, code).not.toMatch(/!|oops|went wrong|unfortunately|please/i);
    }
  });

  it('have places only for values of their context, the family and the code', () => {
    for (const code of all) {
      const known = new Set<string>([...codes[code], 'family', 'code', 'again', 'Again', 'unaffected']);
      const { title, advice } = errorTexts[code];
      const places = [...`${title} ${advice}`.matchAll(/\{([^}]*)\}/g)].map(([, name]) => name);
      expect(
        places.filter((name) => !known.has(name ?? '')),
        code,
      ).toEqual([]);
    }
  });

  it('advise only the offered step', () => {
    for (const [code, step, detail] of everyAdvice()) {
      const { advice } = explain({ code, context: { ...contextOf(code), ...detail } }, 'Ethereum', step);
      const named = Object.values(stepNames).filter((words) => words.test(advice));
      // To reload is in everybody's power, and for some the only thing that helps.
      if (named.length > 0 && !stepNames.reload.test(advice)) expect(named, code).toEqual([stepNames[step]]);
      if (step === 'reload' && named.length > 0) expect(advice, code).toMatch(stepNames.reload);
    }
  });

  it('show no place and no gap, whatever of their context is missing or empty', () => {
    for (const code of all)
      for (const context of everyContext(codes[code])) {
        const { title, advice, reason = 'It says so.' } = explain({ code, context }, 'Ethereum');
        expect(advice, code).not.toContain('not affected');
        for (const text of [title, advice, reason]) {
          expect(text, code).not.toMatch(/[{}]|\s\s|\s[.,:]|: \./);
          expect(text, code).toMatch(/^\S.{8,}\S$/);
        }
        expect(`${advice} ${reason}`, code).not.toContain('…');
      }
  });
});

describe('the table of codes', () => {
  it('has only codes of the form stage/name', () => {
    const stages = 'config|release|loader|remote|wallet|network|input';
    expect(all.filter((code) => !new RegExp(`^(${stages})/[a-z-]{1,32}$`).test(code))).toEqual([]);
  });
});

describe('an explanation', () => {
  it('of a balance that could not be read says nothing of a send', () => {
    for (const code of all.filter((one) => one.startsWith('network/') && !/reverted|expired/.test(one))) {
      const { title, advice } = explain({ code, context: contextOf(code) }, 'Ethereum', 'ask');
      expect(title + advice, code).not.toMatch(/\bsent\b(?! an)/);
    }
  });

  it('does not blame the connection for a part of the page that was altered, nor the wallet for an account', () => {
    const adviceFor = (code: Code) =>
      explain({ code, context: contextOf(code) }, 'Ethereum', 'reload').advice;
    expect(adviceFor('loader/host')).toMatch(/Reload the page.*another network/);
    expect(adviceFor('loader/host-altered')).toMatch(/did not run that part/);
    expect(adviceFor('loader/host-altered')).not.toContain('another network');
    expect(adviceFor('wallet/unsupported')).toMatch(/not for this account/);
  });

  it('says nothing that a name would turn or hide', () => {
    const context = { wallet: '\u202EksaMateM\u200B  \u2066', detail: 'No\u202E paper\u0000' };
    const { title, advice, reason } = explain({ code: 'wallet/failed', context }, 'Ethereum');
    expect([title, advice, reason].join(' ')).toContain('ksaMateM');
    expect([title, advice, reason].join(' ')).not.toMatch(/[\p{C}\u200B]/u);
  });

  it('names the family as people know it, not by its id', () => {
    const failed = failure('remote/failed', { family: 'evm' });
    expect(explain(failed, 'Ethereum').title).toBe('Ethereum stopped unexpectedly');
  });

  it('names the families that are known to work', () => {
    const failed = failure('release/withdrawn', { remote: 'remote-evm' });
    const adviceFor = (unaffected?: string) => explain(failed, 'Ethereum', 'again', unaffected).advice;
    expect(adviceFor('Solana is')).toBe('Ethereum returns when they publish again. Solana is not affected.');
    expect(adviceFor()).toBe('Ethereum returns when they publish again.');
  });

  it.each(['wallet/unauthorized', 'wallet/disconnected', 'wallet/rejected'] as const)(
    'of %s, which an attempt may end with, says nothing of a connection that there was not',
    (code) => {
      const { title, advice } = explain(failure(code, { wallet: 'Harbour' }), 'Ethereum');
      expect(title + advice).not.toMatch(/ended|no longer|returns/);
    },
  );

  it('says if a wallet gave no reason, or an unreadable one', () => {
    const adviceFor = (detail: string) =>
      explain(failure('wallet/failed', { wallet: 'Harbour', detail }), 'Ethereum').advice;
    expect(adviceFor('Error: The device is not paired.')).toMatch(/^It says: The device is not paired\./);
    for (const detail of ['', 'An unknown RPC error occurred', '-32603'])
      expect(adviceFor(detail)).toMatch(/^Nothing was confirmed here\. Check Harbour/);
    for (const detail of ['{"code":1}', '0x08c379a000000000', 'at Object.sign (inpage.js:1:2)'])
      expect(adviceFor(detail)).toMatch(/^Nothing was confirmed here\. Check Harbour/);
  });

  it.each(['wallet/asleep', 'constructor'])('is given even of %s, which this page does not know', (code) => {
    const { title, advice } = explain({ code, context: {} }, 'NEAR');
    expect(title).toBe('NEAR could not do this');
    expect(advice).toContain(code);
  });
});

/** Each code with each step, and with a detail that is there and one that is empty. */
function everyAdvice() {
  const steps = Object.keys(stepNames) as FailureStep[];
  return all.flatMap((code) =>
    steps.flatMap((step) => [{}, { detail: '' }].map((detail) => [code, step, detail] as const)),
  );
}

/** All contexts of these names, each value given, empty, or missing. */
function everyContext(names: readonly string[]): readonly Readonly<Record<string, string>>[] {
  const [first, ...rest] = names;
  if (first === undefined) return [{}];
  const others = everyContext(rest);
  return ['The value', '', undefined].flatMap((value) =>
    others.map((context) => (value === undefined ? context : { ...context, [first]: value })),
  );
}
