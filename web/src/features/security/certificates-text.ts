// Certificates as text: what is pasted, and what is shown.

/** The certificates in a text: PEM blocks, or base64 with an empty line between two. */
export function certificatesIn(text: string): string[] {
  const blocks = text.match(/-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g)
  return (
    blocks ??
    text
      .split(/\n\s*\n/)
      .map((each) => each.trim())
      .filter((each) => each !== '')
  )
}

/** A certificate in base64 as PEM. */
export const pemOf = (base64: string): string =>
  `-----BEGIN CERTIFICATE-----\n${base64.replaceAll(/.{64}(?=.)/g, '$&\n')}\n-----END CERTIFICATE-----\n`
