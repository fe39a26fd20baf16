import type { Code, Template } from '@linkspan/contract';

/** Why the command refuses, one sentence or two per code. Codes are only ever added. */
export const commandTexts = {
  'command/key-exists':
    'There is a key at {file} already, perhaps of another project, and it was left as it is. Choose another name, or another --folder.',
  'command/key-in-checkout':
    'A private key may not be in a checkout, which a development server serves: {file}. Move it, and name it by its new path:\n{move}',
  'command/key-missing': 'There is no key file at {file}. Make one with “linkspan keys make”.',
  'command/key-open':
    'Others on this machine can read the key file {file}. Run “chmod 600 {file}”, or make a new key if someone may have read it.',
  'command/key-malformed': '{place} is no key of “linkspan keys make”.',
  'command/key-variable': 'The environment variable {name} is empty. It should hold the text of a key file.',
  'command/person-in-variable':
    'The environment variable {name} holds a person’s key. A person signs from a key file or by --signer; only an online key may be in a variable.',
  'command/no-signer':
    'Nobody is named who signs this, and there is not exactly one fitting key in {folder}. Add --key FILE, --key-env NAME, or --signer COMMAND with --public FILE.',
  'command/signer-failed': 'The signer “{signer}” did not sign: {detail}.',
  'command/signer-wrong':
    'What the signer “{signer}” answered is no signature by the key {keyid}. Check that --public is the key that it holds.',
  'command/no-root':
    '{store} has no root of {remote}. Its remotes: {there}. If the name is right, make one with “linkspan root make”, then “linkspan root publish”.',
  'command/no-such-file': '{file} could not be read: {detail}.',
  'command/draft-exists':
    '{file} is there already and has other content. It was left as it is; remove it or choose another --out.',
  'command/no-draft':
    '{file} holds neither a root nor a release manifest. Name the file that “linkspan root make” wrote, the folder of a built release, or its remote.',
  'command/floor': 'The floor of {remote} is {floor}. It only rises, so choose a higher one than {asked}.',
  'command/not-built': '{remote} is not built: {file} is missing or cut off. Run this again without --built.',
  'command/not-installed':
    '{folder} has no Vite to build it with. Install what it needs (npx pnpm@12.21.0 install), then run this again.',
  'command/build-failed': 'The build of {remote} failed. It said:\n{detail}',
  'command/no-source':
    'Git does not say what {folder} is built from: {detail}. Give --commit, --sequence and --built-at instead.',
  'command/shallow':
    'This checkout has not the whole history, so its commits cannot be counted. Fetch it whole, or give --sequence.',
  'command/dirty':
    'There are changes in the tree that no commit has, such as {file}. Commit them first; --dirty builds them all the same, for practice.',
  'command/folder-taken':
    '{folder} holds something that is no release. It was left as it is; choose another --out.',
  'command/altered':
    '{file} is not what was built: its hash differs from the one that is listed. Build again.',
  'command/unlisted': '{file} is not in the list that the build wrote. Build again.',
  'command/stray-import':
    '{file} imports “{specifier}”, which is none of the release’s files. A browser would refuse it, so bundle it.',
  'command/reserved':
    'A release cannot have a file called {file}: the command keeps its own under this name. Let the build call it something else.',
  'command/published-differently':
    '{remote} {version} is published already, with other content. Nothing was written; build the new one with a higher --version.',
  'command/file-differs':
    '{path} is in the store already, with other content. It was left as it is; build the new release with a higher --version.',
  'command/name-taken':
    '{path} is in the store already, with other content, and what is published is never written over. If a release has put it there, let the build of {remote} {version} give the file another name. If none has, somebody has altered it: see “A stolen store key” in docs/incidents.md.',
  'command/files-missing':
    '{path}, a file of {remote} {version}, is not in {store} as it was published, so what is live was left as it is. Publish {version} again from its release folder, which puts back what is missing.',
  'command/no-release': '{remote} {version} is not published in {store}. Published are: {published}.',
  'command/other-manifest':
    'What {store} has as the manifest of {remote} {version} is that of {found}. Nothing was written. Somebody has replaced it: find out who can write to the store, and build the release again with a higher --version.',
  'command/live-strange':
    'What {store} has as live of {remote} is not what the team’s online keys have signed last, so nothing of it was taken over. If that key was replaced, or a copy was put back, say what is to be live: “linkspan promote {remote} VERSION”. Else find out who wrote it.',
  'command/live-refused':
    '{remote} {version} is live, and root {root} refuses it: {why} Pages that know this root have stopped it, so what is live was not signed again. Go back with “linkspan rollback {remote}”, make another one live with “linkspan promote {remote} VERSION”, or take all off with “linkspan withdraw {remote}”.',
  'command/root-stops-live':
    '{remote} {version} is live, and root {root} takes it back: {why} Nothing was written. First go back with “linkspan rollback {remote}”, make another one live with “linkspan promote {remote} VERSION”, or take all off with “linkspan withdraw {remote}”; then publish the root. If nobody can do that now, --while-live publishes it all the same: pages stop signing with {version} as soon as they look.',
  'command/not-live': 'No release of {remote} is live. Start with “linkspan promote {remote} VERSION”.',
  'command/nothing-before':
    'There is no release of {remote} to go back to. “linkspan withdraw {remote}” takes it off.',
  'command/whole-share': '{version} would be the only live release of {remote}, so its share must be 100.',
  'command/third-release':
    'Two releases of {remote} are live already: {live}. Give one of them 100 first, or roll back.',
  'command/one-live':
    '{live} is the only release of {remote} that visitors get. Say which is to come: “linkspan promote {remote} VERSION --share {share}”.',
  'command/lost-race':
    'Someone else changed what is live of {remote} in the meantime. Nothing of yours was written. Live now: {now}.',
  'command/no-module': '{file} cannot be read as a JavaScript module. Build again.',
  'command/heavy-discovery':
    'The discovery {file} takes {bytes} bytes compressed, and at most {most} are allowed: the list of wallets must be there at once. Move what the list does not need into a file that is imported on demand.',
  'command/federated-discovery':
    'The discovery {file} leads to {other}, which belongs to the connector. It must do without the federation and its libraries.',
  'command/missing-export':
    '{file} does not export {name}, so no page could use it. Check what the remote’s build was given.',
  'command/not-preloaded':
    'Mounting needs {file}, which the manifest does not list to be preloaded. Build again.',
  'command/needless-preload': 'The manifest preloads {file}, which {entry} never leads to. Build again.',
  'command/unknown-contract':
    'The release needs contract {needs}, and this checkout knows {knows}. Check it with a checkout that is as new as the remote.',
  'command/code-from-text':
    '{file} makes code of text: “{excerpt}”. The policy of a page forbids that; replace what does it.',
  'command/unchecked-load':
    '{file} has a browser load what it looks at no hash of: “{excerpt}”. The policy of a page forbids that; do without it.',
  'command/build-path':
    '{file} has a path of the machine that built it: “{excerpt}”. It tells of that machine, and other machines would build other bytes.',
  'command/secret':
    '{file} has what looks like a secret ({kind}). Everyone can read a release: take it out, and take the secret out of use.',
  'command/other-hosts':
    'The files name other hosts than the manifest tells its signers: {hosts}. Build again.',
  'command/no-built-release':
    'There is no release of {remote} in {folder}. Make one with “linkspan build {remote}”.',
  'command/check-stopped':
    'The check in the browser could not be run: {detail} With --static the files alone are checked, without a browser.',
  'command/no-host-keys':
    'There is no file of the host team’s keys at {file}. Make it with “linkspan seal keys”, or name it by --host-keys FILE.',
  'command/host-keys-malformed':
    '{file} is no file of the host team’s keys: {detail}. Make it with “linkspan seal keys”.',
  'command/blocklist-malformed':
    'The block list in {site} is malformed, so nothing was written: {detail}. Pages use the last list that they have seen. Restore the file from a copy.',
  'command/not-blocked': '{remote} {release} is not blocked, so nothing was written. Blocked are: {blocked}.',
  'command/no-remote-folder':
    'There is no remote in {folder}. Name its folder, such as remote-evm, or give --from FOLDER.',
  'command/no-checkout':
    'To build the release again, its source must be here, but {folder} is no folder of a git checkout. Run this in one, or name the remote’s folder by --from FOLDER; --no-rebuild signs all the same.',
  'command/no-commit':
    'The checkout of {folder} does not have commit {commit}, from which this release is said to be built. Fetch it (git fetch), then run this again.',
  'command/install-failed':
    'What the commit needs could not be installed, so the release was not built again, and nothing was signed. The installation said:\n{detail}',
  'command/install-setting':
    'The pnpm-workspace.yaml of the commit has “{setting}”, which could decide what is installed beside the lockfile, so the release was not built again, and nothing was signed.',
  'command/rebuild-dirty':
    '{remote} {version} was built with changes that no commit has, so nobody can build it again. Let it be built from a commit; for practice, --no-rebuild signs it all the same.',
  'command/rebuilt-differently':
    'Building {remote} {version} again from commit {commit} gives other bytes: {differences}. Nothing was signed. Ask whoever built it, and do not sign before you know why.',
  'command/dirty-release':
    '{remote} {version} was built with changes that no commit has. Commit the changes, then build and sign it again.',
  'command/not-checked':
    '{remote} {version} has not passed the {check} check. Run “linkspan check {folder}”, fix what it finds, then publish.',
  'command/no-host-answers':
    'No page said what it offers, so nobody knows whether one could run this: {detail}. Nothing was written; try again later, or name a page that answers by --host URL.',
  'command/no-host-fits':
    'No live page could run {remote} {version}: {detail}. Nothing was written; deploy a page that offers what it needs, then run this again.',
  'command/no-answer':
    '{address} does not answer: {detail}. See that the server runs and that the address is right.',
  'command/nothing-there':
    '{address} is neither a page of this product ({page}; linkspan.json: {offer}) nor a remote (live.json: {live}). Give the address of the page, or the folder of a remote’s live document.',
  'command/no-site':
    '{folder} is no site of a deployed page: {detail}. Name the folder that the deploy of the host has written.',
  'command/seal-unsigned':
    'The seal needs {needs} signatures by the host team’s keys, and {has} of these keys signed. Nothing was written; add --key FILE for each.',
  'command/state-malformed':
    '{file} is not what “linkspan verify” remembers by. Name another --state, or take the file away if you know that nobody else wrote it.',
} as const;

export type CommandCode = keyof typeof commandTexts;

type Names<Text> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | Names<Rest> : never;

/** What a code's sentence has places for. */
export type CommandContext<C extends CommandCode> = {
  readonly [Name in Names<(typeof commandTexts)[C]>]: string;
};

type OfPage =
  | 'release/unreachable'
  | 'release/misfit-contract'
  | 'release/misfit-shared'
  | 'release/late'
  | 'release/withdrawn'
  | 'release/portal'
  | 'release/quarantined'
  | 'release/clock'
  | 'release/out-of-time';

type OfDocuments = Exclude<Extract<Code, `release/${string}`>, OfPage>;

/** What a publisher is told where a page would refuse a document. */
export const documentTexts: { readonly [C in OfDocuments]: Template } = {
  'release/malformed': 'A document of {remote} has a mistake at {place}. Nothing was written.',
  'release/unsigned':
    'The {document} of {remote} has {has} of the {needs} signatures that it needs by keys that the root allows. A release is signed by “linkspan sign”, also by others; a live document by the verb that changes it, with an online key that the root names.',
  'release/wrong-signer':
    'The {document} of {remote} has {has} of the {needs} signatures by people that it needs. Let a person run “linkspan sign”.',
  'release/other-remote': 'This document belongs to {found}, not to {remote}.',
  'release/expired':
    'The {document} of {remote} expired at {expiresAt}. “linkspan refresh” makes a new live document, “linkspan root change” a new root.',
  'release/expires-too-late':
    'The live document of {remote} would last until {expiresAt}. At most 14 days are allowed: give fewer --days.',
  'release/older':
    'The {document} of {remote} does not rise: there is {seen} already, and this one has {offered}. Give it a higher one; for a release, by a new commit, or by --version and --sequence of “linkspan build”.',
  'release/root-gap':
    'This root of {remote} has version {offered}, but the one before it has {has}. They go up by one.',
  'release/root-unsigned':
    'The root of {remote} has {has} of the {needs} signatures by {by} that it needs. If it is a new one, let the others run “linkspan sign”. If it is a store’s, it is not the root that your team trusts: do not use this store, or name the root that you trust by --trusted-root FILE.',
  'release/below-floor':
    '{remote} {version} has the sequence {sequence}, which is below the floor {floor} of the root. Build a newer one.',
  'release/revoked': '{remote} {version} is revoked by the root. Publish a new version instead.',
  'release/blocked':
    '{remote} {version} is blocked by the host’s team: {reason}. Ask them, or publish a new version.',
  'release/uncheckable':
    'Signatures cannot be checked here, since this Node has no Ed25519. Use Node 20.19 or newer.',
};
