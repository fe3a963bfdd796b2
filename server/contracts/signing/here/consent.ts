// What signers agree to before they sign. A version that somebody agreed to must not change: write another one.

export interface Consent {
  readonly version: number
  readonly text: string
}

const versions: readonly Consent[] = [
  {
    version: 1,
    text: 'I agree to sign this document electronically. I have read it to its end. My name, mail address, network address and the time are recorded with my signature, and the document is sealed. This is an electronic signature, not a qualified one; it does not replace a written form that the law demands.',
  },
]

/** What is agreed to now. */
export const currentConsent: Consent = versions.at(-1) ?? { version: 0, text: '' }

/** The text that somebody agreed to. */
export const consentOf = (version: number): string =>
  versions.find((each) => each.version === version)?.text ?? ''
