// Certificates of a private authority, trusted in addition to those that come with Node.
import { readFileSync } from 'node:fs'
import tls from 'node:tls'

const trusted = new Set<string>()

/**
 * Trusts the certificates of the file (PEM) in every TLS connection of this process. Throws an error naming what is
 * wrong with the file.
 */
export function trustCertificates(file: string | undefined): void {
  if (file === undefined || trusted.has(file)) return
  try {
    const given = readFileSync(file, 'utf8').match(
      /-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g,
    )
    if (!given) throw new Error('it contains no certificate in PEM form')
    tls.setDefaultCACertificates([...tls.getCACertificates('default'), ...given])
  } catch (error) {
    throw new Error(
      `The certificates of CHANCERY_CA_FILE (${file}) cannot be used: ${error instanceof Error ? error.message : String(error)}`,
      { cause: error },
    )
  }
  trusted.add(file)
}
