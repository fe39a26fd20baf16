/** The documents as their JSON has them. */
export interface WrittenEnvelope {
  readonly payloadType: string;
  readonly payload: string;
  readonly signatures: readonly { readonly keyid: string; readonly sig: string }[];
}

export interface WrittenRole {
  readonly keyids: readonly string[];
  readonly threshold: number;
  readonly persons?: number;
}

export type WrittenKeys = Readonly<Record<string, { readonly kind: string; readonly public: string }>>;

export interface WrittenRoot {
  readonly remote: string;
  readonly version: number;
  readonly expiresAt: string;
  readonly keys: WrittenKeys;
  readonly roles: Readonly<Record<'root' | 'release' | 'live', WrittenRole>>;
  readonly floor: number;
  readonly revoked: readonly string[];
}

export interface WrittenManifest {
  readonly remote: string;
  readonly version: string;
  readonly sequence: number;
  readonly discovery: string;
  readonly entry: string;
  readonly preload: readonly string[];
  readonly files: readonly { readonly path: string }[];
  readonly builtAt: string;
}

export interface WrittenLive {
  readonly remote: string;
  readonly version: number;
  readonly issuedAt: string;
  readonly expiresAt: string;
  readonly since?: string;
  readonly releases: readonly {
    readonly share: number;
    readonly path: string;
    readonly manifest: WrittenEnvelope;
  }[];
}

export interface WrittenBlocklist {
  readonly version: number;
  readonly expiresAt: string;
}
