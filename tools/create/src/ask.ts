import { createInterface } from 'node:readline/promises';
import { type Choices, defaults, parsers } from './choices.ts';
import { Refusal, refusalOf } from './refusal.ts';

/** Where questions are shown, and where answers come from. */
export interface Terminal {
  readonly input: NodeJS.ReadableStream;
  readonly output: NodeJS.WritableStream;
}

const questions = {
  framework: { text: 'Framework: react, vue, svelte or none?', byDefault: defaults.framework },
  networks: { text: 'Networks, with commas?', byDefault: defaults.networks.join(',') },
  practice: { text: 'Practice wallets and chains, for development?', byDefault: 'no' },
} as const;

/**
 * Asks for each choice that is not given, again after an answer that is none. An empty answer takes the default. Rejects with
 * `Refusal` if the answers end.
 */
export async function askMissing(given: Partial<Choices>, { input, output }: Terminal): Promise<Choices> {
  const reader = createInterface({ input, output });
  // Keeps lines that come before their question.
  const lines = reader[Symbol.asyncIterator]();

  async function ask<Name extends keyof Choices>(name: Name): Promise<Choices[Name]> {
    const known = given[name];
    if (known !== undefined) return known as Choices[Name];
    const { text, byDefault } = questions[name];
    for (;;) {
      reader.setPrompt(`${text} (${byDefault}) `);
      reader.prompt();
      const { value, done } = await lines.next();
      if (done) {
        output.write('\n');
        throw new Refusal(1, 'The answers ended before the questions, so nothing was written.');
      }
      try {
        return parsers[name](value.trim() || byDefault, 'The answer');
      } catch (error) {
        output.write(`${refusalOf(error).message}\n`);
      }
    }
  }

  try {
    return {
      framework: await ask('framework'),
      networks: await ask('networks'),
      practice: await ask('practice'),
    };
  } finally {
    reader.close();
  }
}
