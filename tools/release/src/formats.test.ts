import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { cp, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { codes } from '@linkspan/contract';
import {
  blocklistFormat,
  liveFormat,
  manifestFormat,
  nothingSeen,
  parseHostKeys,
  rootFormat,
  verifyFirstRoot,
  verifyLive,
} from '@linkspan/trust';
import { sealFormat } from '@linkspan/trust/seal';
import { describe, expect, it } from 'vitest';
import { checkReportName, parseCheckReport } from './documents/check-report.ts';
import {
  blocklistPath,
  historyPath,
  livePath,
  manifestName,
  policyPath,
  rootPath,
  sequencePath,
} from './documents/paths.ts';
import { parsePolicy, strictPolicy } from './documents/policy.ts';
import { parseKey } from './keys/key-files.ts';
import { temporaryFolder } from './testing/folders.ts';
import { createExample, integrityOf, publicOf } from './testing/papers/example.ts';
import { fieldsOf, type Schema } from './testing/papers/fields-of.ts';
import { blocksOf, namedIn, readPaper, sectionOf, tableOf } from './testing/papers/read-paper.ts';

const paper = readPaper('reference/formats.md');
const docs = fileURLToPath(new URL('../../../docs', import.meta.url));
const trust = fileURLToPath(new URL('../../../shared/trust', import.meta.url));

const forms = tableOf(sectionOf(paper, 'Forms')).map(([form = '']) => form);

describe.each([
  ['Envelope', 'envelope'],
  ['Root', 'root'],
  ['Manifest', 'manifest'],
  ['Live document', 'live'],
  ['Block list', 'blocklist'],
  ['Seal', 'seal'],
])('the reference’s section %s', (title, file) => {
  const schema = JSON.parse(readFileSync(join(trust, `schemas/${file}.schema.json`), 'utf8')) as Schema;
  const fields = fieldsOf(schema, forms);
  const rows = tableOf(sectionOf(paper, title));

  it('names every field of the schema, and nothing else', () => {
    const told = rows.flatMap(([field = '']) => namedIn(field));
    expect([...told].sort()).toEqual(fields.map(({ path }) => path).sort());
  });

  it.each(fields)('says form and limits of $path, and whether it may be left out', (field) => {
    const [, form = '', rule = ''] = rows.find(([cell = '']) => namedIn(cell).includes(field.path)) ?? [];
    expect(form).toBe(field.form ?? form);
    for (const limit of field.limits) expect(rule).toMatch(new RegExp(`(?<![\\d,])${limit}(?!\\d|,\\d)`));
    // Of a blocked release one of two is there, which neither is by itself.
    const isEither = /^blocked\[\]\.(version|manifest)$/.test(field.path);
    expect(rule.startsWith('optional')).toBe(field.isOptional && !isEither);
  });
});

it('says the types and sizes of the documents that readers hold them to', () => {
  const told = tableOf(sectionOf(paper, 'Documents')).map(([name, type, most]) => [name, type, most]);
  const formats = [rootFormat, manifestFormat, liveFormat, blocklistFormat, sealFormat];
  expect(told).toEqual(
    formats.map(({ name, payloadType, mostBytes }) => [
      name,
      `\`${payloadType}\``,
      `${mostBytes.toLocaleString('en')} bytes`,
    ]),
  );
});

it('names every step of TUF that the code follows', () => {
  const sources = ['verify-live', 'verify-root-chain', 'verify-manifest', 'seen'].map((name) =>
    readFileSync(join(trust, `src/${name}.ts`), 'utf8'),
  );
  const steps = new Set(sources.join('\n').match(/\b5\.\d(\.\d+)?\b/g));
  const section = sectionOf(paper, 'How a page verifies');
  expect(
    [...steps].filter((step) => !new RegExp(`\\b${step.replaceAll('.', '\\.')}\\b`).test(section)),
  ).toEqual([]);
  expect(steps.size).toBeGreaterThan(9);
});

it('names every place in a store', () => {
  const remote = 'remote-evm';
  const paths = [livePath(remote), rootPath(remote, 1), historyPath(remote, 1), sequencePath(remote, 1)];
  const names = [...paths.map((path) => path.slice(`${remote}/`.length)), manifestName, checkReportName];
  const section = sectionOf(paper, 'In a store');
  expect([...names, policyPath, blocklistPath].filter((name) => !section.includes(name))).toEqual([]);
});

it('names no code that there is not, and every code of documents', () => {
  const told = namedIn(paper).filter((name) => /^(release|loader|config|command|store)\/[a-z-]+$/.test(name));
  const known = Object.keys(codes);
  expect(told.filter((code) => !known.includes(code))).toEqual([]);
  // What is not about documents: a server that does not answer, and a page that is already made.
  const others = ['release/unreachable', 'release/late'];
  const expected = known.filter((code) => code.startsWith('release/') && !others.includes(code));
  expect(expected.filter((code) => !told.includes(code))).toEqual([]);
});

describe('the reference’s examples', () => {
  const example = (tag: string) => blocksOf(paper).find(({ tags }) => tags.includes(tag))?.text ?? '';
  const bytes = (tag: string) => new TextEncoder().encode(example(tag));

  it('are taken by the code that reads such files', async () => {
    expect(parsePolicy(bytes('policy'))).toEqual(strictPolicy);
    expect(parseCheckReport(bytes('check'), 'remote-evm').results.conformance?.passed).toBe(38);
    expect(parseHostKeys(JSON.parse(example('host-keys')), 'keys').role.threshold).toBe(1);
    const { person } = await createExample();
    expect((await parseKey(example('key'), 'a key')).keyid).toBe(person.keyid);
  });

  it('have the fields that the text names', () => {
    const told = tableOf(sectionOf(paper, 'policy.json')).flatMap(([field = '']) => namedIn(field));
    expect(told).toEqual(Object.keys(strictPolicy));
  });
});

describe('the worked example', async () => {
  const { files, online } = await createExample();

  it.each([...files.keys()])('has %s as its keys make it', async (path) => {
    expect(`${await readFile(join(docs, 'reference/example', path))}`).toBe(
      `${Buffer.from(files.get(path) ?? [])}`,
    );
  });

  it('is what a page would believe', async () => {
    const bytesOf = (path: string) => new Uint8Array(files.get(path) ?? []);
    const root = await verifyFirstRoot(bytesOf(rootPath('remote-demo', 1)), 'remote-demo');
    const envelope = bytesOf('remote-demo/live.json');
    const now = Date.parse('2026-11-06T00:00:00Z');
    const live = await verifyLive({ root, seen: nothingSeen, envelope, now });
    expect(live.releases.map(({ manifest }) => manifest.version)).toEqual(['1.0.0']);
  });

  it('can be verified by hand as the reference says', async () => {
    const folder = await temporaryFolder();
    await cp(docs, join(folder, 'docs'), { recursive: true });
    const commands = blocksOf(paper).filter(({ tags }) => tags.includes('by-hand'));
    const script = ['set -e', ...commands.map(({ text }) => text)].join('\n');
    const { stdout } = await promisify(execFile)('sh', ['-c', script], { cwd: folder });
    expect(script).toContain(publicOf(online));
    expect(stdout).toContain('Signature Verified Successfully');
    expect(stdout).toContain(online.keyid);
    expect(stdout).toContain(integrityOf('discovery.js').slice('sha384-'.length));
    const said = blocksOf(sectionOf(paper, 'By hand')).filter(({ kind }) => kind === 'text');
    for (const { text } of said) expect(stdout).toContain(text.trim());
  });
});
