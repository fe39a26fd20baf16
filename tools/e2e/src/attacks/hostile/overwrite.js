/** What a remote may find in the page's one realm, and write over: what holds it, and its name there. */
const targets = [
  ['Date', 'now'],
  ['JSON', 'parse'],
  ['JSON', 'stringify'],
  ['Object', 'freeze'],
  ['Object', 'entries'],
  ['Array', 'isArray'],
  ['Array.prototype', 'map'],
  ['Array.prototype', 'find'],
  ['Array.prototype', 'some'],
  ['Array.prototype', 'flatMap'],
  ['Array.prototype', 'includes'],
  ['String.prototype', 'split'],
  ['Map.prototype', 'get'],
  ['Set.prototype', 'has'],
  ['Promise.prototype', 'then'],
  ['Promise', 'all'],
  ['Promise', 'race'],
  ['crypto.subtle', 'verify'],
  ['crypto.subtle', 'digest'],
  ['SubtleCrypto.prototype', 'verify'],
  ['Storage.prototype', 'getItem'],
  ['Storage.prototype', 'setItem'],
  ['TextDecoder.prototype', 'decode'],
  ['Response.prototype', 'text'],
  ['ReadableStreamDefaultReader.prototype', 'read'],
  ['AbortSignal', 'timeout'],
  ['EventTarget.prototype', 'addEventListener'],
  ['Document.prototype', 'createElement'],
  ['Node.prototype', 'appendChild'],
  ['Element.prototype', 'setAttribute'],
  ['globalThis', 'fetch'],
  ['globalThis', 'setTimeout'],
  ['globalThis', 'crypto'],
  ['globalThis', 'localStorage'],
  ['globalThis', 'Promise'],
  ['globalThis', 'Date'],
];

/** Those that are read and written by functions: what they show is replaced by redefining them. */
const shown = [
  ['Node.prototype', 'textContent'],
  ['Element.prototype', 'innerHTML'],
  ['Response.prototype', 'body'],
  ['Response.prototype', 'ok'],
  ['AbortSignal.prototype', 'aborted'],
];

/** Writes over all of it, in every way there is, and answers the names of what is not as it was. Needs none of it. */
export function overwritePlatform() {
  const changed = [];
  for (let at = 0; at < targets.length; at += 1) tryOn(targets[at], changed, isReplaced);
  for (let at = 0; at < shown.length; at += 1) tryOn(shown[at], changed, isRedefined);
  if (isPolluted()) changed[changed.length] = 'Object.prototype';
  if (isPolicyMade()) changed[changed.length] = 'trustedTypes';
  return changed;
}

function tryOn([path, key], changed, isDone) {
  if (isDone(toHolder(path), key)) changed[changed.length] = `${path}.${key}`;
}

function toHolder(path) {
  const [first, second] = path === 'crypto.subtle' ? ['crypto', 'subtle'] : toNames(path);
  const holder = globalThis[first];
  return second === undefined ? holder : holder[second];
}

function toNames(path) {
  const suffix = '.prototype';
  const name = path.slice(0, -suffix.length);
  return `${name}${suffix}` === path ? [name, 'prototype'] : [path];
}

function isReplaced(holder, key) {
  const before = holder[key];
  const lie = toLie(key, before);
  attempt(() => {
    holder[key] = lie;
  });
  attempt(() => Object.defineProperty(holder, key, { value: lie, configurable: true, writable: true }));
  if (holder[key] === before) attempt(() => Reflect.deleteProperty(holder, key));
  return holder[key] !== before;
}

function isRedefined(holder, key) {
  const { get, set } = Object.getOwnPropertyDescriptor(holder, key);
  const lie = function () {
    return Reflect.apply(get, this, []);
  };
  attempt(() => Object.defineProperty(holder, key, { get: lie, set, configurable: true }));
  return Object.getOwnPropertyDescriptor(holder, key).get !== get;
}

/** Of documents it answers the first that came for ever, of signatures that they are good; else it does what it did. */
function toLie(key, before) {
  if (typeof before !== 'function') return {};
  if (key === 'verify') return () => Promise.resolve(true);
  if (key !== 'fetch') return toSame(before);
  const first = {};
  return (address, how) => {
    first[address] ??= before(address, how);
    return first[address].then((answer) => answer.clone());
  };
}

/** Does what it stands for, so that the page goes on with it. */
function toSame(before) {
  function same(...values) {
    return new.target ? Reflect.construct(before, values, new.target) : Reflect.apply(before, this, values);
  }
  same.prototype = before.prototype;
  return Object.setPrototypeOf(same, before);
}

/** What inherits from nothing but `Object` would have it: a list of releases, a status. */
function isPolluted() {
  attempt(() => {
    Object.prototype.hostile = true;
  });
  return {}.hostile === true;
}

/** The page has taken its names for Trusted Types policies; a frame's realm has them anew, and the page believes those too. */
function isPolicyMade() {
  const frame = document.createElement('iframe');
  document.head.append(frame);
  let policy;
  attempt(() => {
    policy = frame.contentWindow.trustedTypes.createPolicy('linkspan', {});
  });
  frame.remove();
  return policy !== undefined;
}

/** Changes all that is reachable from what was handed out, signals aside; answers the paths of what is not as it was. */
export function overwriteHanded(handed, path, seen = new Set()) {
  const changed = [];
  if ((typeof handed !== 'object' && typeof handed !== 'function') || handed === null || seen.has(handed))
    return changed;
  seen.add(handed);
  attempt(() => Object.defineProperty(handed, 'hostile', { value: true, configurable: true }));
  if (Object.hasOwn(handed, 'hostile')) changed.push(path);
  for (const key of Reflect.ownKeys(handed)) {
    const before = handed[key];
    attempt(() => {
      handed[key] = undefined;
    });
    attempt(() => Object.defineProperty(handed, key, { value: undefined }));
    if (handed[key] !== before) changed.push(`${path}.${String(key)}`);
    if (!(before instanceof AbortSignal))
      changed.push(...overwriteHanded(before, `${path}.${String(key)}`, seen));
  }
  return changed;
}

function attempt(run) {
  try {
    run();
  } catch {
    // It is as it was.
  }
}
