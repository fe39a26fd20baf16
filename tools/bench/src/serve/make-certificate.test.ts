import { createHash, X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { connect, createServer } from 'node:tls';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeCertificate } from './make-certificate.ts';

describe('a made certificate', () => {
  const now = new Date('2026-11-22T09:30:15Z');
  const made = makeCertificate(now);
  const read = new X509Certificate(made.cert);
  const server = createServer(makeCertificate(), (socket) => socket.end());

  beforeAll(() => once(server.listen(0, '127.0.0.1'), 'listening'));
  afterAll(async () => void (await once(server.close(), 'close')));

  const shake = async (trusted: string, servername: string) => {
    const { port } = server.address() as AddressInfo;
    const socket = connect({ port, host: '127.0.0.1', servername, ca: trusted });
    await once(socket, 'secureConnect').finally(() => socket.destroy());
  };

  it('is for localhost, from an hour ago until a day from now', () => {
    expect(read.subject).toBe('CN=localhost');
    expect(read.checkHost('localhost')).toBe('localhost');
    expect(read.checkHost('example.com')).toBeUndefined();
    expect(read.checkIP('127.0.0.1')).toBe('127.0.0.1');
    expect([new Date(read.validFrom), new Date(read.validTo)]).toEqual([
      new Date('2026-11-22T08:30:15Z'),
      new Date('2026-11-23T09:30:15Z'),
    ]);
  });

  it('is signed by its own key', () => {
    expect(read.verify(read.publicKey)).toBe(true);
    expect(read.verify(new X509Certificate(makeCertificate().cert).publicKey)).toBe(false);
  });

  it('comes with the print of its key', () => {
    const spki = read.publicKey.export({ type: 'spki', format: 'der' });
    expect(made.print).toBe(createHash('sha256').update(spki).digest('base64'));
  });

  it('is another one each time', () => {
    const other = new X509Certificate(makeCertificate(now).cert);
    expect(other.serialNumber).not.toBe(read.serialNumber);
    expect(other.fingerprint256).not.toBe(read.fingerprint256);
  });

  it('is accepted for localhost by a client that trusts it', async () => {
    const own = makeCertificate();
    server.setSecureContext(own);
    await shake(own.cert, 'localhost');
    await expect(shake(own.cert, 'example.com')).rejects.toMatchObject({
      code: 'ERR_TLS_CERT_ALTNAME_INVALID',
    });
    await expect(shake(made.cert, 'localhost')).rejects.toMatchObject({
      code: 'DEPTH_ZERO_SELF_SIGNED_CERT',
    });
  });
});
