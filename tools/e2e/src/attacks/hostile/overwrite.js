/** The page has taken its names for Trusted Types policies; a frame's realm has them anew, and the page believes those too. */
export function isPolicyMade() {
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
