// Which certificates belong to a seal: its own, that of its time stamp, and those of the authorities that issued them.
// Runs in a document worker.
import type { X509Certificate } from 'node:crypto'

/** Those of the certificates that are one of the signers, or issued one that is in the chain; by their signatures. */
export function chainOf(
  signers: readonly X509Certificate[],
  certificates: readonly X509Certificate[],
): readonly X509Certificate[] {
  const chain = certificates.filter((each) => signers.some(({ raw }) => raw.equals(each.raw)))
  // grows while it is walked
  for (const issued of chain)
    chain.push(...certificates.filter((each) => !chain.includes(each) && isIssuedBy(issued, each)))
  return chain
}

/** Whether the authority signed the certificate. */
export function isIssuedBy(each: X509Certificate, authority: X509Certificate): boolean {
  try {
    return each.checkIssued(authority) && each.verify(authority.publicKey)
  } catch {
    // a key of a kind that is not understood
    return false
  }
}

/** Whether it is one that nobody else vouches for. */
export const isItsOwnAuthority = (each: X509Certificate): boolean => isIssuedBy(each, each)
