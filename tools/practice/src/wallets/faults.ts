import * as z from 'zod';

/** What a page can ask of a wallet, in every family. Only `read` and `disconnect` need no approval. */
export const actions = ['connect', 'read', 'disconnect', 'network', 'sign', 'signIn', 'send'] as const;
export type Action = (typeof actions)[number];

/** How an answer or a transaction can be changed: see `Changes`. */
const changes = ['more', 'elsewhere', 'zeros', 'anotherKey', 'anotherAccount', 'prefixed'] as const;
export type Change = (typeof changes)[number];

const action = z.enum(actions);
/** The actions that a fault concerns; `approval`: all that need one. */
const on = z.union([action, z.array(action).readonly(), z.enum(['approval', 'any'])]);
const ms = z.int().min(0).max(600_000);
const does = <const Name extends string>(name: Name) => z.literal(name);
const error = { code: z.int().optional(), message: z.string().optional() };

/** One way in which a wallet misbehaves. Where a name ends in `After`, the wallet does what was asked before that. */
export const faultShape = z.discriminatedUnion('does', [
  /** Never answers. */
  z.strictObject({ does: z.enum(['hang', 'hangAfter']), on }),
  /** Rejects: by 4001 if nothing is given, by a plain Error if there is no code. */
  z.strictObject({ does: z.enum(['fail', 'failAfter']), on, ...error }),
  /** Answers this value. */
  z.strictObject({ does: z.enum(['answer', 'answerAfter']), on, value: z.unknown().optional() }),
  /** Answers so many milliseconds late. */
  z.strictObject({ does: does('delay'), on, ms }),
  /** Does something else than was asked, or signs otherwise. */
  z.strictObject({ does: does('change'), on, how: z.enum(changes) }),
  /** Does it a second time by itself, and answers the second. */
  z.strictObject({ does: does('repeat'), on }),
  /** Does it, and answers what it answered the first time. */
  z.strictObject({ does: does('answerOlder'), on }),
  /** Does not support it. */
  z.strictObject({ does: does('lack'), on }),
  /** Answers nothing and fires no event, like an extension that the page has lost. */
  z.strictObject({ does: does('silence') }),
  /** Announces itself late at the next load. */
  z.strictObject({ does: does('announceLate'), ms }),
  /** Announces itself under another name, identity or icon, from the next load on. */
  z.strictObject({
    does: does('claim'),
    name: z.string().optional(),
    identity: z.string().optional(),
    icon: z.string().optional(),
  }),
  /** Connects its accounts of the other families too. */
  z.strictObject({ does: does('connectOthers') }),
]);

export type Fault = z.infer<typeof faultShape>;
type Of<One, Does> = One extends { does: infer Name } ? (Does extends Name ? One : never) : never;
/** The fault, or faults, of this name. */
export type FaultOf<Does extends Fault['does']> = Of<Fault, Does>;

/** Finds a fault by what it does and, if given, by the action that it concerns. */
export function findFault<Does extends Fault['does']>(
  faults: readonly Fault[],
  does: Does,
  action?: Action,
): FaultOf<Does> | undefined {
  const isIt = (fault: Fault) =>
    fault.does === does && (action === undefined || !('on' in fault) || concerns(fault.on, action));
  return faults.find(isIt) as FaultOf<Does> | undefined;
}

function concerns(concerned: z.infer<typeof on>, action: Action): boolean {
  if (concerned === 'any') return true;
  if (concerned === 'approval') return action !== 'read' && action !== 'disconnect';
  return typeof concerned === 'string' ? concerned === action : concerned.includes(action);
}
