import { appendFileSync, writeFileSync } from 'node:fs';
import { it } from 'vitest';
import { createCheckout } from './testing/papers/create-checkout.ts';
import { blocksOf, readPaper } from './testing/papers/read-paper.ts';
import { openDesk } from './testing/papers/open-desk.ts';
import { stepsOf } from './testing/papers/walk.ts';
import { temporaryFolder } from './testing/temporary-folder.ts';
it('x', { timeout: 300000 }, async () => {
  const out = '/tmp/p1/dump.txt'; writeFileSync(out, '');
  const folder = await temporaryFolder(); await createCheckout(folder);
  await using desk = await openDesk(folder);
  for (const s of stepsOf(blocksOf(readPaper('deploy-a-remote.md'))).filter((s) => !s.tags.length)) { const { printed, exitCode } = await desk.type(s.commands); appendFileSync(out, `\n## ${s.heading}\n$ ${s.commands.trimEnd().replaceAll('\n','\n$ ')}\n=> ${exitCode}\n${printed.replaceAll(desk.folder, 'FOLDER')}`); }
});
