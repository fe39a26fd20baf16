import { describe, expect, it } from 'vitest';
import { readAddresses } from './addresses.ts';

describe('readAddresses', () => {
  it('takes the default of whatever is not set', () => {
    const { host, evm, solana, near, example, app, chains } = readAddresses({ LINKSPAN_HOST_PORT: '' });
    const ports = [host, evm, solana, near, example, app].map(({ port }) => port);
    expect(ports).toEqual([4300, 4301, 4302, 4303, 4304, 4305]);
    expect(Object.values(chains).map(({ port }) => port)).toEqual([8545, 8546, 8899, 8900, 3030]);
  });

  it('makes each address of its port', () => {
    const { host, chains } = readAddresses({
      LINKSPAN_HOST_PORT: '5000',
      LINKSPAN_SOLANA_CHAIN_WS_PORT: '5001',
    });
    expect(host).toEqual({ port: 5000, url: 'http://localhost:5000' });
    expect(chains.solanaWs).toEqual({ port: 5001, url: 'ws://127.0.0.1:5001' });
  });

  it.each(['harbour', '0', '65536', '-1', '80.5', ' 80', '0x50', '1e3'])(
    'refuses %j and names the variable',
    (value) => {
      expect(() => readAddresses({ LINKSPAN_NEAR_PORT: value })).toThrow(`LINKSPAN_NEAR_PORT is "${value}"`);
    },
  );

  it('refuses two equal ports and names both variables', () => {
    expect(() => readAddresses({ LINKSPAN_EVM_PORT: '4300' })).toThrow(
      'LINKSPAN_EVM_PORT and LINKSPAN_HOST_PORT are both 4300.',
    );
  });
});
