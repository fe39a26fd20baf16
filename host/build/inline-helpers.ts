import type { Plugin, Rolldown } from 'vite';

/** The bundler's helpers are in a file of this name where several files need them. */
const helpers = /(^|\/)rolldown-runtime-[\w-]+\.js$/;

/**
 * The bundler gives its few helpers a file of their own, which a browser learns of only once it has the file that imports
 * it: a round trip more for 700 bytes. Each file that needs them gets them instead.
 */
export function inlineHelpers(): Plugin {
  return {
    name: 'linkspan:inline-helpers',
    apply: 'build',
    // A name that is kept for ever must stand for one content: also where this changes what is written.
    augmentChunkHash: () => `${inline}${toExpression}`,
    generateBundle(_, bundle) {
      const found = Object.values(bundle).find((file) => helpers.test(file.fileName));
      if (found?.type !== 'chunk') return;
      delete bundle[found.fileName];
      for (const file of Object.values(bundle)) if (file.type === 'chunk') inline(file, found);
    },
  };
}

function inline(file: Rolldown.OutputChunk, found: Rolldown.OutputChunk): void {
  const name = found.fileName.slice(found.fileName.lastIndexOf('/') + 1);
  const [whole, list = ''] = new RegExp(`import\\{([^}]*)\\}from"\\./${name}";`).exec(file.code) ?? [];
  if (whole === undefined) return;
  file.code = file.code.replace(
    whole,
    () => `const{${list.replaceAll(' as ', ':')}}=${toExpression(found.code)};`,
  );
  file.imports = file.imports.filter((one) => one !== found.fileName);
}

/** A module without imports as an expression: the object of its exports. Throws where it ends otherwise. */
function toExpression(code: string): string {
  const [end, list] = /export\{([^}]*)\};\s*$/.exec(code) ?? [];
  if (end === undefined || list === undefined)
    throw new Error('The bundler writes its helpers in another form.');
  const exported = list.split(',').map((one) => one.split(' as '));
  const object = exported.map(([local = '', outer = local]) => `${outer}:${local}`).join();
  return `(()=>{${code.slice(0, -end.length)}return{${object}}})()`;
}
