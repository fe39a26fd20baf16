import type { Page } from 'playwright-core';
import { type Behavior, type Message, readAccount, signMessage, signTransaction } from './account.ts';
import { approveHot, type HotRequest } from './hot-phone.ts';
import { answerMeteor, type Inputs } from './wallet-sites.ts';

// Stand-ins for extensions, put into a page at its next load. They ask this process, where the person and the keys are.

/** What a person does with what an extension asks, once `decided` has resolved. */
export interface Person extends Behavior {
  does: 'approve' | 'refuse';
  decided: Promise<void>;
}

/** What such an extension asks by; a rejection is the person's. */
interface Stub {
  askNightly(asked?: object): Promise<object>;
  askNightly(transaction: string): Promise<string>;
  askHot(method: string, request: object): Promise<object>;
  askMeteor(actionType: string, inputs: Inputs): Promise<object>;
}

async function decide({ decided, does }: Person): Promise<void> {
  await decided;
  if (does === 'refuse') throw new Error('User rejected the request');
}

/** Of Nightly's, as far as the selector's module uses it. */
export async function installNightly(page: Page, person: Person): Promise<void> {
  await page.exposeFunction('askNightly', async (asked?: Message | string) => {
    await decide(person);
    if (typeof asked === 'string') return signTransaction(asked, person);
    return asked && signMessage(asked, person);
  });
  await page.addInitScript(putNightly, readAccount({}));
}

function putNightly({
  accountId,
  publicKey,
}: {
  readonly accountId: string;
  readonly publicKey: string;
}): void {
  if (globalThis.origin === 'null') return;
  const { askNightly } = globalThis as unknown as Stub;
  const toKey = () => publicKey;
  const near = {
    account: { accountId: '', publicKey: { toString: toKey } },
    isConnected: false,
    async connect(_: unknown, isSilent = false) {
      if (isSilent && localStorage.getItem('nightly-fixture') === null) throw new Error('Not connected');
      if (!isSilent) await askNightly();
      localStorage.setItem('nightly-fixture', 'connected');
      near.account.accountId = accountId;
      near.isConnected = true;
    },
    async disconnect() {
      localStorage.removeItem('nightly-fixture');
      near.account.accountId = '';
      near.isConnected = false;
    },
    signMessage: ({ nonce, ...message }: { readonly nonce: Uint8Array }) =>
      askNightly({ ...message, nonce: [...nonce] }),
    async signTransaction(transaction: { encode(): Uint8Array }) {
      const signed = await askNightly(btoa(String.fromCharCode(...transaction.encode())));
      const bytes = Uint8Array.from(atob(signed), (character) => character.charCodeAt(0));
      return { signature: { data: bytes.slice(-64) }, encode: () => bytes };
    },
  };
  Object.assign(globalThis, { nightly: { near } });
}

/** Of HOT's, from what is known of its protocol. */
export async function installHotExtension(page: Page, person: Person): Promise<void> {
  await page.exposeFunction('askHot', async (method: string, request: HotRequest['request']) => {
    if (method === 'near:signOut') return {};
    await decide(person);
    return approveHot({ method, request }, person);
  });
  await page.addInitScript(() => {
    const { askHot } = globalThis as unknown as Stub;
    Object.assign(globalThis, {
      hotExtension: { autoRun: false, request: askHot, subscribe: () => () => undefined },
    });
  });
}

/** Of Meteor's, from what is known of its protocol. */
export async function installMeteorExtension(page: Page, person: Person): Promise<void> {
  await page.exposeFunction('askMeteor', async (actionType: string, inputs: Inputs) => {
    await decide(person);
    return answerMeteor(actionType, inputs, person);
  });
  await page.addInitScript(putMeteor);
}

/** What is known of an envelope of Meteor's protocol, and is read here. */
interface Envelope {
  readonly uid: string;
  readonly status: string;
  readonly actionType: string;
  readonly inputs?: Inputs;
}

function putMeteor(): void {
  const { askMeteor } = globalThis as unknown as Stub;
  const listeners: ((reply: object) => void)[] = [];
  const asked = new Set<string>();
  async function answer({ uid, actionType, inputs }: Envelope): Promise<void> {
    const tell = (status: string, more: object = {}) => {
      for (const hear of listeners) hear({ uid, status, endTags: [], ...more });
    };
    tell('connected');
    if (inputs === undefined || asked.has(uid)) return;
    asked.add(uid);
    // What has no own way through JSON.
    const nonce = inputs.nonce && Object.values(inputs.nonce);
    await askMeteor(actionType, { ...inputs, nonce }).then(
      (payload) => tell('closed_success', { payload }),
      () => tell('closed_fail', { endTags: ['USER_CANCELLED'] }),
    );
  }
  Object.assign(globalThis, {
    meteorCom: {
      sendMessageData: (envelope: Envelope) => void answer(envelope),
      addMessageDataListener: (hear: (reply: object) => void) => void listeners.push(hear),
    },
  });
}
