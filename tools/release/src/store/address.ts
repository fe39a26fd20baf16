/** The environment variables of the command. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Where a store is and how to get in. `address` is for people and holds no secret; a prefix is empty or ends in `/`. */
export type StoreAddress =
  | { readonly kind: 'local'; readonly address: string; readonly folder: string }
  | {
      readonly kind: 's3';
      readonly address: string;
      readonly bucket: string;
      readonly prefix: string;
      readonly region: string;
      readonly endpoint?: string | undefined;
      readonly keys?: S3Keys | undefined;
    }
  | {
      readonly kind: 'azure';
      readonly address: string;
      readonly container: string;
      readonly prefix: string;
      readonly access: AzureAccess;
    };

/** An S3 key and its secret. */
export interface S3Keys {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string;
}

/** How Azure lets us in. An endpoint has no slash at its end; a token (SAS) no question mark at its beginning. */
export type AzureAccess =
  | { readonly kind: 'connection-string'; readonly text: string }
  | { readonly kind: 'key'; readonly endpoint: string; readonly account: string; readonly key: string }
  | { readonly kind: 'token'; readonly endpoint: string; readonly token: string };
