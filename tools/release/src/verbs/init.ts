import { command, toShown } from '../output.ts';
import { assertName, assertTitle, findFreeFolder, writeRepository } from '../site/write-repository.ts';
import type { Args, Context, Outcome, Verb, VerbGroup } from '../verb.ts';
import { initPage } from './init-page.ts';

/** CAIP-2 namespaces of the families whose id is another word. */
const namespaces: Readonly<Record<string, string>> = { evm: 'eip155' };

const remote: Verb = {
  name: 'remote',
  summary: 'writes a repository for a remote: source, tests, a practice wallet and chain, workflows',
  words: '<FAMILY>',
  options: {
    title: { value: 'TITLE', text: 'what people call the chain; else FAMILY with a capital' },
    namespace: { value: 'NAMESPACE', text: 'the CAIP-2 namespace of its networks; else FAMILY' },
    out: { value: 'FOLDER', text: 'where it is written; else remote-FAMILY' },
    packages: { value: 'FOLDER', text: 'the tarballs of Linkspan, which the repository takes along' },
  },
  run: writeRemote,
};

/** Writes what a team begins with. */
export const init: VerbGroup = {
  name: 'init',
  summary: 'writes a repository to begin with',
  verbs: [initPage, remote],
};

async function writeRemote(args: Args, context: Context): Promise<Outcome> {
  const family = args.word(0, 'FAMILY');
  const title = args.one('title') ?? family.charAt(0).toUpperCase() + family.slice(1);
  const namespace = args.one('namespace') ?? namespaces[family] ?? family;
  const caip2 = '3 to 8 small letters, digits or “-”, as CAIP-2 says';
  assertName('FAMILY', family, /^[a-z][a-z0-9-]{0,31}$/, 'small letters, digits and “-”, such as tron');
  assertTitle(title);
  assertName('--namespace', namespace, /^[-a-z0-9]{3,8}$/, caip2);
  const name = `remote-${family}`;
  const out = await findFreeFolder(args, context, name);
  const count = await writeRepository(args, context, {
    ...{ template: 'remote', out },
    marks: { FAMILY: family, TITLE: title, NAMESPACE: namespace, REMOTE: name },
  });
  const shown = toShown(out, context.folder);
  return {
    lines: [
      `${name} is in ${shown}: ${count} files. Its README says what to replace.`,
      `Next: cd ${shown}, git init, npm install, npm test, ${command} check`,
    ],
    facts: { remote: name, family, namespace, folder: out, files: count },
  };
}
