import type { AddressInfo } from 'node:net';
import { solanaAccounts } from '@linkspan/practice/accounts';
import { getBase64Decoder, getBase64Encoder } from '@solana/kit';
import tweetnacl from 'tweetnacl';
import { vi } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';

type Params = Readonly<Record<string, unknown>>;
type Call = { readonly method: string; readonly params: Params };

/** What a test may turn on; all of it can be changed at any time. */
interface Switches {
  /** Whether an app opens at all. */
  isInstalled: boolean;
  /** Whether the app lets the page connect and says nothing. */
  isMute: boolean;
  /** These methods are not answered. */
  hangs: string[];
  /** Of these methods: the app answers with this error. */
  errors: Partial<Record<string, { readonly code: number; readonly message: string }>>;
  /** Of these methods: the app answers with this instead. */
  answers: Partial<Record<string, unknown>>;
  /** What it says of itself, beyond what every app can. */
  capabilities: object;
  /** The keys that it shows, by their index. */
  shown: number[];
  /** The state of the browser's permission to reach apps on the device; undefined if it knows none. */
  permission: PermissionState | undefined;
  /** Whether the browser would open an app now. */
  isActive: boolean;
}

/** A wallet app, as Mobile Wallet Adapter has it: real keys, and a real session over a real socket. */
export interface FakeApp {
  readonly switches: Switches;
  readonly keys: readonly tweetnacl.SignKeyPair[];
  /** The addresses by which it was opened. */
  readonly opened: readonly URL[];
  readonly asked: readonly Call[];
  /** How many associations are open. */
  open(): number;
  /** The person leaves the page for the app, or is back. */
  show(state: DocumentVisibilityState): void;
  stop(): void;
}

export const chromeOnAndroid =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Mobile Safari/537.36';

const toBase64 = (bytes: Uint8Array) => getBase64Decoder().decode(bytes);
const toBytes = (text: unknown) => new Uint8Array(getBase64Encoder().encode(String(text)));

/** A page's window and document, as far as a test needs them. */
interface Page {
  readonly window: EventTarget;
  readonly document: EventTarget;
}

const barePage = (): Page => ({ window: new EventTarget(), document: new EventTarget() });

/**
 * Puts a page there whose browser opens the app. Unless one is given, it has no more of a document than whether it is
 * visible.
 */
export async function installApp({ window, document }: Page = barePage()): Promise<FakeApp> {
  const keys = solanaAccounts.map(({ seed }) => tweetnacl.sign.keyPair.fromSeed(new Uint8Array(seed)));
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 });
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  const opened: URL[] = [];
  const asked: Call[] = [];
  const switches: Switches = {
    ...{
      isInstalled: true,
      isMute: false,
      hangs: [],
      errors: {},
      answers: {},
      shown: [0, 1],
      isActive: true,
    },
    ...{ capabilities: { features: ['solana:signTransactions'] }, permission: undefined },
  };
  const location = {
    ...{ origin: 'https://page.example', hostname: 'page.example' },
    assign(url: URL) {
      opened.push(new URL(url));
      if (switches.isInstalled) window.dispatchEvent(new Event('blur'));
    },
  };
  for (const [name, value] of Object.entries({ isSecureContext: true, setTimeout, clearTimeout, location }))
    Object.defineProperty(window, name, { value, writable: true });
  const query = async () => {
    if (switches.permission === undefined) throw new TypeError('not a valid enum value');
    return {
      get state() {
        return switches.permission;
      },
    };
  };
  const userActivation = {
    get isActive() {
      return switches.isActive;
    },
  };
  /** The port that was drawn may be taken on this machine: the address stands for the server's own. */
  class Socket extends WebSocket {
    constructor(address: string, protocols?: string[]) {
      const [, drawn] = /^ws:\/\/localhost:(\d+)/.exec(address) ?? [];
      super(`ws://127.0.0.1:${port}/${drawn}`, protocols);
      // Its types do not know what it can.
      Reflect.set(this, 'binaryType', 'blob');
      // In a browser nobody has to hear of it.
      this.on('error', () => undefined);
    }
  }
  vi.stubGlobal('window', window);
  vi.stubGlobal('document', document);
  vi.stubGlobal('navigator', { userAgent: chromeOnAndroid, userActivation, permissions: { query } });
  vi.stubGlobal('WebSocket', Socket);
  vi.stubGlobal('CloseEvent', Event);

  async function answer({ method, params }: Call): Promise<unknown> {
    if (method in switches.answers) return switches.answers[method];
    if (method === 'get_capabilities')
      return { supported_transaction_versions: ['legacy', 0], ...switches.capabilities };
    if (method === 'authorize') {
      const accounts = switches.shown.map((at) => ({
        address: toBase64(keys[at]?.publicKey ?? new Uint8Array()),
      }));
      return { auth_token: `token ${asked.length}`, accounts };
    }
    if (method === 'deauthorize') return {};
    const key = keys[switches.shown[0] ?? 0]?.secretKey ?? new Uint8Array();
    const payloads = ((params.payloads ?? []) as unknown[]).map(toBytes);
    const [payload = new Uint8Array()] = payloads;
    if (method === 'sign_messages') {
      const signature = tweetnacl.sign.detached(payload, key);
      return { signed_payloads: [toBase64(Uint8Array.of(...payload, ...signature))] };
    }
    for (const one of payloads) one.set(tweetnacl.sign.detached(one.slice(65), key), 1);
    if (method === 'sign_transactions') return { signed_payloads: payloads.map(toBase64) };
    const signature = payload.slice(1, 65);
    return { signatures: [toBase64(signature)] };
  }

  async function reply(call: Call): Promise<object | undefined> {
    asked.push(call);
    if (switches.hangs.includes(call.method)) return undefined;
    const error = switches.errors[call.method];
    return error ? { error } : { result: await answer(call) };
  }

  server.on('connection', (socket, { url }) => {
    const link = opened.find(({ searchParams }) => `/${searchParams.get('port')}` === url);
    // What is no association only looks whether it may connect.
    if (link === undefined) {
      if (switches.permission === 'prompt') switches.permission = 'granted';
      return;
    }
    let session: Awaited<ReturnType<typeof openSession>> | undefined;
    let turn = Promise.resolve();
    const hear = async (received: Uint8Array) => {
      if (switches.isMute) return;
      if (session === undefined) {
        session = await openSession(received, link);
        socket.send(session.hello);
        return;
      }
      const { id, method, params } = JSON.parse(await session.decrypt(received));
      const said = await reply({ method, params });
      if (said !== undefined)
        socket.send(await session.encrypt(JSON.stringify({ jsonrpc: '2.0', id, ...said })));
    };
    socket.on('message', (received: Buffer) => {
      turn = turn.then(() => hear(new Uint8Array(received)));
    });
  });

  return {
    ...{ switches, keys, opened, asked },
    open: () => server.clients.size,
    show(state) {
      Object.defineProperty(document, 'visibilityState', { value: state, configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    },
    stop() {
      for (const client of server.clients) client.terminate();
      server.close();
    },
  };
}

const ecdh = { name: 'ECDH', namedCurve: 'P-256' } as const;

/** The wallet's side of the session that a page asks for ("HELLO_REQ", "HELLO_RSP"). Rejects if another page asks. */
async function openSession(request: Uint8Array, { searchParams }: URL) {
  const association = toBytes(
    searchParams
      .get('association')
      ?.replace(/[_.-]/g, (sign) => ({ _: '/', '-': '+', '.': '=' })[sign] ?? ''),
  );
  const ecdsa = { name: 'ECDSA', namedCurve: 'P-256' };
  const verifier = await crypto.subtle.importKey('raw', association, ecdsa, false, ['verify']);
  const [theirs, signature] = [request.slice(0, 65), request.slice(65)];
  if (!(await crypto.subtle.verify({ name: 'ECDSA', hash: 'SHA-256' }, verifier, signature, theirs)))
    throw new Error('another page asks');
  const own = await crypto.subtle.generateKey(ecdh, true, ['deriveBits']);
  const other = await crypto.subtle.importKey('raw', theirs, ecdh, false, []);
  const bits = await crypto.subtle.deriveBits({ name: 'ECDH', public: other }, own.privateKey, 256);
  const secret = await crypto.subtle.importKey('raw', bits, 'HKDF', false, ['deriveKey']);
  const derive = { name: 'HKDF', hash: 'SHA-256', salt: association, info: new Uint8Array() };
  const key = await crypto.subtle.deriveKey(derive, secret, { name: 'AES-GCM', length: 128 }, false, [
    'encrypt',
    'decrypt',
  ]);
  let sent = 0;

  async function encrypt(text: string): Promise<Uint8Array> {
    sent += 1;
    const number = new Uint8Array([0, 0, sent >> 8, sent & 255]);
    const iv = crypto.getRandomValues(new Uint8Array(12));
    const algorithm = { name: 'AES-GCM', iv, additionalData: number };
    const cipher = await crypto.subtle.encrypt(algorithm, key, new TextEncoder().encode(text));
    return Uint8Array.of(...number, ...iv, ...new Uint8Array(cipher));
  }

  async function decrypt(message: Uint8Array): Promise<string> {
    const algorithm = { name: 'AES-GCM', iv: message.slice(4, 16), additionalData: message.slice(0, 4) };
    return new TextDecoder().decode(await crypto.subtle.decrypt(algorithm, key, message.slice(16)));
  }

  const publicKey = new Uint8Array(await crypto.subtle.exportKey('raw', own.publicKey));
  const hello = Uint8Array.of(...publicKey, ...(await encrypt('{"v":"1"}')));
  return { hello, encrypt, decrypt };
}
