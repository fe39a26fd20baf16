/**
 * What to try next while the page is open: to deliver a change of one remote.
 * @param {string} remote
 * @param {string | undefined} version The one that its next release would have.
 */
export function toNextSteps(remote, version = 'VERSION') {
  const line = (/** @type {string} */ words) => `  npm run release -- ${words}`;
  return [
    `Then deliver a change of one remote, with the page open: edit a name in ${remote}/src/catalog.ts, and`,
    '',
    line(`build ${remote} --version ${version} --dirty`),
    line(`check ${remote} --static`),
    line(`sign ${remote}`),
    line(`publish ${remote}`),
    line(`promote ${remote} ${version}`),
    '',
    'The page offers the newer version, and has it once it is loaded again. To take it back:',
    '',
    line(`rollback ${remote}`),
  ].join('\n');
}
