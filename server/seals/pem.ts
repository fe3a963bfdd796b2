// Certificates one after the other in a text.

/** Each certificate of the text, in its order. */
export const pemBlocks = (text: string): readonly string[] =>
  text.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? []
