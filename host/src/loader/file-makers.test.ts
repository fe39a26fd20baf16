import { afterEach, describe, expect, it, vi } from 'vitest';
import { takeFileMakers } from './file-makers.ts';

const bytesOf = (text: string) => new TextEncoder().encode(text).buffer as ArrayBuffer;
/** The least WebAssembly module: its magic number and its version. */
const leastModule = Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0).buffer;

/** A worker that notes the address that it was made of. */
class FakeWorker {
  readonly address: string;
  constructor(address: string) {
    this.address = address;
  }
}

function trustNothingBut(...names: readonly string[]) {
  const createPolicy = (name: string, rules: { createScriptURL(address: string): string }) => {
    if (!names.includes(name)) throw new TypeError(`no policy ${name}`);
    return { createScriptURL: (address: string) => `trusted ${rules.createScriptURL(address)}` };
  };
  vi.stubGlobal('trustedTypes', { createPolicy });
}

afterEach(() => vi.unstubAllGlobals());

describe('of bytes', () => {
  it('JSON is read', () => {
    expect(takeFileMakers({ hasWorkers: false }).json(bytesOf('[1]'))).toEqual([1]);
  });

  it('a style is made that is in no document', async () => {
    class FakeSheet {
      text = '';
      async replace(text: string) {
        this.text = text;
        return this;
      }
    }
    vi.stubGlobal('CSSStyleSheet', FakeSheet);
    const made = await takeFileMakers({ hasWorkers: false }).style(bytesOf('a{}'));
    expect(made).toMatchObject({ text: 'a{}' });
  });

  it('WebAssembly is compiled, and refused where it is none', async () => {
    const { wasm } = takeFileMakers({ hasWorkers: false });
    expect(await wasm(leastModule)).toBeInstanceOf(WebAssembly.Module);
    await expect(wasm(bytesOf('none'))).rejects.toBeInstanceOf(WebAssembly.CompileError);
  });

  it('a worker is made, under an address that nobody can use again', async () => {
    vi.stubGlobal('Worker', FakeWorker);
    trustNothingBut('linkspan-worker');
    const revoked = vi.spyOn(URL, 'revokeObjectURL');
    const { address } = takeFileMakers({ hasWorkers: true }).worker(bytesOf('1')) as unknown as FakeWorker;
    expect(address).toMatch(/^trusted blob:/);
    expect(revoked).toHaveBeenCalledWith(address.replace('trusted ', ''));
  });
});

describe('a worker', () => {
  it('is made where the platform knows no trusted types', () => {
    vi.stubGlobal('Worker', FakeWorker);
    const made = takeFileMakers({ hasWorkers: true }).worker(bytesOf('1')) as unknown as FakeWorker;
    expect(made.address).toMatch(/^blob:/);
  });

  it('is not made on a page that allows none', () => {
    vi.stubGlobal('Worker', FakeWorker);
    trustNothingBut('linkspan');
    for (const hasWorkers of [true, false])
      expect(() => takeFileMakers({ hasWorkers }).worker(bytesOf('1'))).toThrow(TypeError);
  });
});

it('what files are made with is taken before a remote can replace it', async () => {
  const { json, wasm } = takeFileMakers({ hasWorkers: false });
  const never = () => {
    throw new Error('replaced');
  };
  vi.spyOn(JSON, 'parse').mockImplementation(never);
  vi.spyOn(WebAssembly, 'compile').mockImplementation(never);
  vi.stubGlobal('TextDecoder', never);
  expect(json(bytesOf('{}'))).toEqual({});
  expect(await wasm(leastModule)).toBeInstanceOf(WebAssembly.Module);
});
