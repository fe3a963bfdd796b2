// What a change of something with a version may be given: what its caller has seen of it.

/** `checkVersion` is called with the version found inside the transaction, and throws where the caller saw another. */
export interface VersionChecked {
  readonly checkVersion?: (version: number) => void
}
