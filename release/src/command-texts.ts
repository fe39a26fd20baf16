/** Why the command refuses, one sentence or two per code. Codes are only ever added. */
export const commandTexts = {
  'command/key-exists': 'There is a key at {file} already, and it was left as it is. Choose another name.',
  'command/key-missing': 'There is no key file at {file}. Make one with “release keys make”.',
  'command/key-open':
    'Others on this machine can read the key file {file}. Run “chmod 600 {file}”, or make a new key if someone may have read it.',
  'command/key-malformed': '{place} is no key of “release keys make”.',
  'command/key-variable': 'The environment variable {name} is empty. It should hold the text of a key file.',
  'command/person-in-variable':
    'The environment variable {name} holds a person’s key. A person signs from a key file or by --signer; only an online key may be in a variable.',
  'command/no-signer':
    'Nobody signs this. Add --key FILE, --key-env NAME, or --signer COMMAND with --public FILE.',
  'command/signer-failed': 'The signer “{signer}” did not sign: {detail}.',
  'command/signer-wrong':
    'What the signer “{signer}” answered is no signature by the key {keyid}. Check that --public is the key that it holds.',
  'command/no-root':
    '{store} has no root of {remote} yet. Make one with “release root make”, then “release root publish”.',
  'command/no-such-file': '{file} could not be read: {detail}.',
  'command/draft-exists':
    '{file} is there already and has other content. It was left as it is; remove it or choose another --out.',
  'command/no-draft': '{file} holds neither a root nor a release manifest to be signed.',
  'command/floor': 'The floor of {remote} is {floor}. It only rises, so choose a higher one than {asked}.',
  'command/not-built': '{remote} is not built: {file} is missing or cut off. Run its build, then this again.',
  'command/no-source':
    'The source of {folder} could not be told: {detail}. Give --commit, --sequence and --built-at instead.',
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
  'command/reserved': 'A release cannot have a file called {file}: its manifest has this name.',
  'command/published-differently':
    '{remote} {version} is published already, with other content. Nothing was written; give the new release a new version.',
  'command/file-differs':
    '{path} is in the store already, with other content. It was left as it is; give the new release a new version.',
  'command/no-release': '{remote} {version} is not published in {store}. Published are: {published}.',
  'command/not-live': 'No release of {remote} is live. Start with “release promote {remote} VERSION”.',
  'command/nothing-before':
    'There is no release of {remote} to go back to. “release withdraw {remote}” takes it off.',
  'command/whole-share': '{version} would be the only live release of {remote}, so its share must be 100.',
  'command/third-release':
    'Two releases of {remote} are live already: {live}. Give one of them 100 first, or roll back.',
  'command/lost-race':
    'Someone else changed what is live of {remote} in the meantime. Nothing of yours was written. Live now: {now}.',
} as const;

export type CommandCode = keyof typeof commandTexts;

type Names<Text> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | Names<Rest> : never;

/** What a code's sentence has places for. */
export type CommandContext<C extends CommandCode> = {
  readonly [Name in Names<(typeof commandTexts)[C]>]: string;
};
