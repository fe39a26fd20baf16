type Wrap = (error: object) => unknown;
const internal = { code: -32603, message: 'Internal JSON-RPC error.' };
/** How wallets and libraries wrap an error. */
export const wrappings: readonly (readonly [how: string, wrap: Wrap])[] = [
  ['not at all', (error) => error],
  ['data.originalError', (error) => ({ ...internal, data: { originalError: error } })],
  ['data', (error) => ({ ...internal, data: error })],
  ['error', (error) => ({ error })],
  ['error.error', (error) => ({ ...internal, error: { message: 'processing response error', error } })],
  ['a cause of a cause', (cause) => new Error('outer', { cause: new Error('inner', { cause }) })],
  ['a list of lists', (error) => ({ ...internal, data: [[error], []] })],
  ['a message that is an object', (message) => ({ ...internal, message })],
  ['JSON', (error) => JSON.stringify(error)],
  [
    'JSON in a message',
    (error) => ({ ...internal, message: `${internal.message}\n${JSON.stringify(error)}` }),
  ],
  [
    'JSON in the sentence of a library',
    (error) =>
      new Error(
        `[ethjs-query] while formatting outputs from RPC '${JSON.stringify({ value: { ...internal, data: error } })}'`,
      ),
  ],
  [
    'JSON in a body',
    (error) => ({ code: 'SERVER_ERROR', error: { body: JSON.stringify({ id: 1, error }) } }),
  ],
];
