import { connect } from 'node:net';
import type { Bytes } from '@linkspan/trust';
import { Refusal } from '../errors.ts';
import { toSshString, toSshTyped } from './ssh-encoding.ts';

// Numbers of messages: draft-ietf-sshm-ssh-agent, section 6.1.
const signRequest = 13;
const signResponse = 14;
const noFlags = Buffer.alloc(4);
/** No agent of OpenSSH says more at once. */
const mostBytes = 256 * 1024;

/**
 * The signature of an OpenSSH agent by the Ed25519 key with these 32 raw bytes, over exactly the message: not the form of
 * `ssh-keygen -Y sign`. It is not verified. There is no deadline, since a person may have to touch or confirm something.
 * Rejects with `command/no-agent`, `command/signer-failed`.
 */
export async function signByAgent(
  socket: string | undefined,
  { key, message }: { readonly key: Bytes; readonly message: Bytes },
): Promise<Bytes> {
  const request = [Buffer.of(signRequest), toSshString(toSshTyped(key)), toSshString(message), noFlags];
  const answer = await ask(socket, toSshString(...request));
  const signature = new Uint8Array(answer.subarray(-64));
  if (answer.equals(Buffer.concat([Buffer.of(signResponse), toSshString(toSshTyped(signature))])))
    return signature;
  throw new Refusal(
    'command/signer-failed',
    'The OpenSSH agent did not sign. “ssh-add -L” lists the keys that it has: the one of --public must be among them, and not be locked or restricted.',
  );
}

/** The agent's one answer to a message, without its length. */
async function ask(socket: string | undefined, message: Buffer): Promise<Buffer> {
  if (!socket) throw toNoAgent('SSH_AUTH_SOCK is empty');
  const connection = connect(socket);
  try {
    connection.write(message);
    let got = Buffer.alloc(0);
    for await (const chunk of connection) {
      got = Buffer.concat([got, chunk]);
      const end = got.length < 4 ? mostBytes : 4 + got.readUInt32BE();
      if (got.length >= end || got.length >= mostBytes) return got.subarray(4, end);
    }
    return Buffer.alloc(0);
  } catch (cause) {
    throw toNoAgent(`${socket} does not answer: ${(cause as Error).message}`, { cause });
  } finally {
    connection.destroy();
  }
}

function toNoAgent(why: string, options?: { readonly cause: unknown }): Refusal {
  const sentence = `There is no OpenSSH agent: ${why}. Start one (“eval $(ssh-agent)”), and give it the key by ssh-add.`;
  return new Refusal('command/no-agent', sentence, options);
}
