import type { Page } from 'playwright-core';
import { decide, type Person } from './nightly-extension.ts';
import { answerMeteor, type Inputs } from './wallet-sites.ts';

/** What is known of an envelope of Meteor's protocol, and is read here. */
interface Envelope {
  readonly uid: string;
  readonly status: string;
  readonly actionType: string;
  readonly inputs?: Inputs;
}

interface Stub {
  askMeteor(actionType: string, inputs: Inputs): Promise<object>;
}

/** Puts a stand-in for Meteor's extension into a page at its next load, from what is known of its protocol. */
export async function installMeteorExtension(page: Page, person: Person): Promise<void> {
  await page.exposeFunction('askMeteor', async (actionType: string, inputs: Inputs) => {
    await decide(person);
    return answerMeteor(actionType, inputs, person);
  });
  await page.addInitScript(install);
}

function install(): void {
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
