/**
 * Answers that there is nothing here, and that nobody should remember it; a 405 says what is allowed.
 * @param {import('node:http').ServerResponse} response
 * @param {number} status
 */
export function refuse(response, status) {
  response.writeHead(status, {
    'content-type': 'text/plain',
    'cache-control': 'no-store',
    ...(status === 405 && { allow: 'GET, HEAD' }),
  });
  response.end();
}
