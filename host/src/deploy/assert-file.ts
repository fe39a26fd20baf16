import { lookup } from 'mrmime';
import { toMistake } from '../config.ts';

/**
 * Throws `config/malformed` for a file of an application that a browser, or a server, could take for more than data: only
 * kinds are admitted that run nothing when they are opened. Pages are read elsewhere. All these files are served closed as
 * well; a host that sends no headers has this alone.
 */
export function assertFile(address: string, bytes: Uint8Array): void {
  const refuse = (expected: string): never => {
    throw toMistake(`app${address}`, expected);
  };
  if (/\.(gz|br|zst)$/i.test(address))
    refuse(
      'left out: a server sends a packed copy in place of the file that was read. Pack after the deploy',
    );
  const [name = ''] = address.split('/').slice(-1);
  if (!name.includes('.') || untyped.test(name)) {
    // A server may look at the content where the name tells it nothing.
    if (/^\s*</.test(new TextDecoder().decode(bytes.subarray(0, 1_024))))
      refuse('under a name that tells its type');
    return;
  }
  const type = lookup(name) ?? '';
  if (/html/.test(type)) {
    if (!name.endsWith('.html')) refuse('HTML in a file that ends in .html');
    if (address.startsWith('/assets/'))
      refuse('in another folder: browsers keep what is below /assets/ for a year, and a page changes');
    return;
  }
  if (drawings.test(type)) assertDrawing(address, bytes);
  else if (!data.test(type) || /xml$/.test(type))
    refuse(
      'of a type that runs nothing when it is opened: a script, style, picture, font, sound, film, text or JSON. Data may end in .bin',
    );
}

/** Common names of data that have no type in the list of types. */
const untyped = /\.(ico|cur|eot|dat|data|mem|hdr|onnx|topojson)$/i;
/** By their MIME types: what has no script in any browser, or runs in none that opens it. */
const data =
  /^(image\/.*|font\/.*|audio\/.*|video\/.*|model\/.*|text\/(javascript|css|plain|csv|markdown|vtt|yaml)|application\/(node|json|json5|[\w.-]+\+json|wasm|pdf|zip|octet-stream|yaml|x-font-.*|font-.*|vnd\.ms-fontobject|x-bzip2?))$/;
/** XML that a browser draws, or that it shows as a tree. */
const drawings = /^(image\/svg\+xml|(text|application)\/xml|application\/(rss|atom)\+xml)$/;

/** XML 1.0: without a document type, the text has no entities but characters, and names mean what they say. */
function assertDrawing(address: string, bytes: Uint8Array): void {
  const refuse = (expected: string): never => {
    throw toMistake(`app${address}`, expected);
  };
  const written = toText(bytes) ?? refuse('in UTF-8');
  if (/<!(?!--|\[CDATA\[)/.test(written)) refuse('without <!DOCTYPE>, which can write what no reader sees');
  const [, encoding = 'utf-8'] = /^\s*<\?xml\b[^>]*?\sencoding\s*=\s*["']([^"']*)/.exec(written) ?? [];
  if (!/^utf-?8$/i.test(encoding)) refuse('in UTF-8');
  if (/<\?(?!xml\s)/i.test(written)) refuse('without <?…?>, by which a style sheet could run');
  const text = written.replace(/&#(x[\da-f]+|\d+);/gi, (_, code: string) => {
    const point = Number(/^x/i.test(code) ? `0${code}` : code);
    return point <= 0x10_ffff ? String.fromCodePoint(point) : '';
  });
  if (/<([^\s<>/]+:)?script\b/i.test(text)) refuse('without scripts');
  if (/<([^\s<>/]+:)?(foreignobject|iframe|object|embed)\b/i.test(text)) refuse('without HTML in it');
  if (/w3\.org\/(1999\/xhtml|1999\/XSL|1998\/Math)/i.test(text)) refuse('without HTML in it');
  if (/[\s"']on[a-z]+\s*=/i.test(text)) refuse('without on…="…"');
  if (/javascript:|data:\s*(text\/(html|xml)|application|image\/svg)/i.test(text.replace(/[\t\r\n]/g, '')))
    refuse('without javascript: and without documents of data:');
}

function toText(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
