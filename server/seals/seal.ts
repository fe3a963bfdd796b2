// Sealing of a PDF with the certificate of an organisation.
import type { App } from '../platform/app.ts'
import { conflict } from '../platform/errors.ts'
import { X509Certificate } from 'node:crypto'
import { listCertificates, sealingKey } from './certificates.ts'
import type { Stamp } from './signature-page.ts'
import { findTimeStampAuthority, requestTimeStamp } from './time-stamp-authority.ts'
import { withValidationData } from './validate-seal.ts'
import { pdfSealed, sampleMade } from './workers.ts'

interface ToSeal {
  readonly organisationId: number
  readonly pdf: Uint8Array
  /** One line, such as "Signed by Ana Prior for Acme Ltd"; readers show it with the seal. */
  readonly reason: string
  /** A signature to be shown on its place of the signature pages. */
  readonly stamp?: Stamp
}

/**
 * Seals the PDF by incremental update: earlier seals and signatures stay valid. It is time-stamped if the organisation
 * has an authority for that, and has validation data where the authorities of its certificates give it. Throws
 * bad_request for what cannot be sealed, conflict when the certificate has expired, and unavailable when the authority
 * gives no time stamp: a seal without one would say less than the organisation wants.
 */
export async function sealForOrganisation(
  app: App,
  { organisationId, pdf, reason, stamp }: ToSeal,
): Promise<Buffer> {
  const key = await sealingKey(app, organisationId)
  const at = app.clock.now()
  if (new Date(new X509Certificate(key.certificate).validTo) <= at)
    throw conflict('The certificate of the organisation has expired. An administrator has to replace it.')
  const authority = await findTimeStampAuthority(app, organisationId)
  const sealing = { bytes: pdf, key, reason, at, stamp, timeStamp: undefined, signature: undefined }
  const of = { organisationId, input: 'pdf' }
  const sealed = await app.documents.run(pdfSealed, sealing, of)
  const certificates = `${key.certificate}\n${key.chain}`
  if (!authority)
    return validated(app, { organisationId, bytes: sealed.bytes, certificates, timeStamp: undefined })
  const { signature } = sealed
  const { token } = await requestTimeStamp(app, { organisationId, url: authority.url, signature })
  const stamped = await app.documents.run(pdfSealed, { ...sealing, signature, timeStamp: token }, of)
  return validated(app, { organisationId, bytes: stamped.bytes, certificates, timeStamp: token })
}

/** With validation data; a seal without it is good as well, so that what goes wrong leaves the file as it is. */
async function validated(app: App, sealed: Parameters<typeof withValidationData>[1]): Promise<Buffer> {
  try {
    return Buffer.from(await withValidationData(app, sealed))
  } catch (error) {
    app.log.warn({ err: error, organisationId: sealed.organisationId }, 'a seal has no validation data')
    return Buffer.from(sealed.bytes)
  }
}

/** A sealed page on which an administrator sees how the seals of their organisation look to others. */
export async function sealSample(app: App, organisationId: number): Promise<Buffer> {
  const of = { organisationId, input: 'pdf' }
  await sealingKey(app, organisationId)
  const [current] = await listCertificates(app, { organisationId })
  const lines = [
    'Sample of a seal',
    ...(current?.isSelfMade
      ? [
          'Its certificate was made by the organisation itself. PDF readers therefore show',
          'the signature as valid, and its issuer as unknown.',
        ]
      : []),
    'Whether a PDF is unchanged can be checked on the page "Check a seal" of the organisation.',
  ]
  const pdf = await app.documents.run(sampleMade, lines, of)
  return sealForOrganisation(app, { organisationId, pdf, reason: 'Sample of a seal' })
}
