import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { serve } from '@linkspan/release/serve';
import type { Session } from '../engines/session.ts';
import { marker } from './target.ts';

/** What attempts are made of, in the page. `ran()` is what each wants to run. */
const tools = `
  const make = (name, properties = {}) => Object.assign(document.createElement(name), properties);
  const put = (element) => { document.body.append(element); return element; };
  const inSvg = (name) => document.createElementNS('http://www.w3.org/2000/svg', name);
  const fragment = (markup) => put(document.createRange().createContextualFragment(markup));
  const blob = (text, type = 'text/javascript') => URL.createObjectURL(new Blob([text], { type }));
  const data = (text) => 'data:text/javascript,' + encodeURIComponent(text);
  const later = (work) => new Promise((resolve, reject) => {
    // Whoever drives a browser may evaluate texts, which is none of the page's doing.
    setTimeout(() => { try { resolve(work()) } catch (error) { reject(error) } });
  });
  const framed = '<script>parent.ran()</' + 'script>';
`;

/** Ways to run something in a page that somebody could put markup, an address or a text into. */
const attempts = {
  'an inline script': `put(make('script', { textContent: 'ran()' }))`,
  'an inline script, word by word': `const script = make('script'); script.append('ran()'); put(script)`,
  'an inline script of markup': `fragment('<script>ran()</' + 'script>')`,
  'an inline module': `const script = make('script', { type: 'module' }); script.append('ran()'); put(script)`,
  'an inline script in a drawing': `const script = inSvg('script'); script.append('ran()'); put(inSvg('svg')).append(script)`,
  'a handler in markup': `put(make('div')).innerHTML = '<img src="/none" onerror="ran()">'`,
  'a handler in a drawing': `fragment('<svg><set attributeName="x" to="1" onbegin="ran()"></set></svg>')`,
  'a frame’s own document': `put(make('iframe', { srcdoc: framed }))`,
  'a frame of a blob: address': `put(make('iframe', { src: blob(framed, 'text/html') }))`,
  'a frame of a javascript: address': `put(make('iframe', { src: 'javascript:parent.ran()' }))`,
  'an object of a blob: address': `put(make('object', { type: 'text/html', data: blob(framed, 'text/html') }))`,
  'an embedded blob: address': `put(make('embed', { type: 'text/html', src: blob(framed, 'text/html') }))`,
  'a link to a javascript: address': `put(make('a', { href: 'javascript:ran()' })).click()`,
  'a form to a javascript: address': `put(make('form', { action: 'javascript:ran()' })).requestSubmit()`,
  'a script of a data: address': `put(make('script', { src: data('ran()') }))`,
  'a script of a blob: address': `put(make('script', { src: blob('ran()') }))`,
  'a script of another origin': `put(make('script', { src: other }))`,
  'a module of a data: address': `await import(data('ran()'))`,
  'a module of a blob: address': `await import(blob('ran()'))`,
  'a module of another origin': `await import(other)`,
  'a worker of a blob: address': `new Worker(blob('postMessage(0)')).onmessage = () => ran()`,
  'a text that is evaluated': `await later(() => eval?.('ran()'))`,
  'a text that a timer evaluates': `setTimeout('ran()')`,
};

/** The slowest attempt, a worker in Chromium, needs three of them. */
const rounds = 20;

/** All of them, by their names. */
export const markup: readonly string[] = Object.keys(attempts);

/** The attacker's own server. */
export interface MarkupServer extends AsyncDisposable {
  /** A page of theirs that forbids nothing. */
  readonly url: string;
}

/** Serves a script that runs what the attempts want to run, and a page, from a new folder. */
export async function openMarkupServer(folder: string): Promise<MarkupServer> {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'attack.js'), 'ran();');
  await writeFile(join(folder, 'index.html'), '<!doctype html><title>Bare</title><body></body>');
  const server = await serve(folder, { port: 0, cors: true });
  return { url: `http://localhost:${server.port}/`, [Symbol.asyncDispose]: () => server.close() };
}

/** Makes every attempt in the page that is open, one after the other. Returns the names of those that ran. */
export async function tryMarkup(session: Session, { url }: MarkupServer): Promise<readonly string[]> {
  const ran: string[] = [];
  for (const name of markup)
    if (await session.evaluate(toExpression(name as keyof typeof attempts, url))) ran.push(name);
  return ran;
}

/**
 * Whether it ran: known when it does, when it fails, or when the browser tells that its policy has refused it. What is
 * refused without a word has had its turn once what was begun after it has been done so many times: a file was asked of
 * the page's own origin, and two frames were drawn. Where nothing is forbidden, each attempt runs sooner than that.
 */
function toExpression(name: keyof typeof attempts, url: string): string {
  // An address of its own: a browser runs a module of one address once.
  const other = JSON.stringify(`${url}attack.js?${encodeURIComponent(name)}`);
  return `new Promise((resolve) => {
    const other = ${other};
    const settle = (has) => { setTimeout(() => resolve(has)); };
    globalThis.ran = () => { globalThis.${marker} = true; resolve(true); };
    document.addEventListener('securitypolicyviolation', () => settle(false), { once: true });
    ${tools}
    (async () => { ${attempts[name]} })().catch(() => settle(false));
    const control = async () => {
      for (let round = 0; round < ${rounds}; round++) {
        await fetch('/linkspan.json?' + round).catch(() => undefined);
        await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
      }
    };
    control().then(() => settle(false));
  })`;
}
