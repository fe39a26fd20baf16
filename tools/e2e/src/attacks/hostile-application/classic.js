// What a classic script of an application tries, which a browser would start before policy and import map.
globalThis.early_ran = true;
try {
  const policy = trustedTypes.createPolicy('listed', { createScript: (text) => text });
  const textContent = policy.createScript('globalThis.early_policy = true');
  document.head.append(Object.assign(document.createElement('script'), { textContent }));
} catch {
  // Refused at once.
}
import(/**/ 'data:text/javascript,globalThis.early_import = true').catch(() => undefined);
