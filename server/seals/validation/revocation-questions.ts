// What is to be asked about certificates: whether their authority has revoked them. Runs in a document worker.
import { fromBER } from 'asn1js'
import { Certificate, type DistributionPoint, type GeneralName, InfoAccess, OCSPRequest } from 'pkijs'
import { arrayOf } from '../cms.ts'

const infoAccess = '1.3.6.1.5.5.7.1.1'
const ocspMethod = '1.3.6.1.5.5.7.48.1'
const distributionPoints = '2.5.29.31'
const mostAddresses = 3
const longestAddress = 500

/** What can be asked about one certificate. */
export interface RevocationQuestion {
  /** Its place among the certificates, and that of the one that issued it. */
  readonly certificate: number
  readonly issuer: number
  /** Addresses of responders (RFC 6960), and what they are asked. */
  readonly ocsp: readonly string[]
  readonly request: Uint8Array
  /** Addresses of lists of revoked certificates. */
  readonly crls: readonly string[]
}

export interface RevocationQuestions {
  readonly questions: readonly RevocationQuestion[]
  /** Whether there is something to ask about every certificate that is not an authority of its own. */
  readonly isComplete: boolean
}

/** What is to be asked about these certificates, which are DER. */
export async function askAboutRevocation(ders: readonly Uint8Array[]): Promise<RevocationQuestions> {
  const certificates = ders.map(certificateIn)
  const questions: RevocationQuestion[] = []
  let isComplete = certificates.length > 0
  for (const [place, certificate] of certificates.entries()) {
    if (certificate.subject.isEqual(certificate.issuer)) continue
    const issuer = certificates.findIndex((each) => each.subject.isEqual(certificate.issuer))
    const issuedBy = certificates[issuer]
    const [ocsp, crls] = [respondersOf(certificate), listsOf(certificate)]
    if (!issuedBy || ocsp.length + crls.length === 0) {
      isComplete = false
      continue
    }
    const request = new OCSPRequest()
    await request.createForCertificate(certificate, {
      hashAlgorithm: 'SHA-1',
      issuerCertificate: issuedBy,
    })
    questions.push({
      certificate: place,
      issuer,
      ocsp,
      request: new Uint8Array(request.toSchema(true).toBER()),
      crls,
    })
  }
  return { questions, isComplete: isComplete && questions.length > 0 }
}

/** A certificate of pkijs. Throws for what is none. */
export const certificateIn = (der: Uint8Array): Certificate =>
  new Certificate({ schema: fromBER(arrayOf(der)).result })

function extensionOf({ extensions = [] }: Certificate, id: string): unknown {
  return extensions.find(({ extnID }) => extnID === id)?.parsedValue
}

const respondersOf = (certificate: Certificate): readonly string[] => {
  const access = extensionOf(certificate, infoAccess)
  if (!(access instanceof InfoAccess)) return []
  return addressesIn(
    access.accessDescriptions
      .filter(({ accessMethod }) => accessMethod === ocspMethod)
      .map(({ accessLocation }) => accessLocation),
  )
}

const listsOf = (certificate: Certificate): readonly string[] => {
  const points = extensionOf(certificate, distributionPoints) as
    | { readonly distributionPoints?: readonly DistributionPoint[] }
    | undefined
  return addressesIn(
    (points?.distributionPoints ?? []).flatMap(({ distributionPoint: name }) =>
      Array.isArray(name) ? name : [],
    ),
  )
}

/** The web addresses among names. */
const addressesIn = (names: readonly GeneralName[]): readonly string[] =>
  names
    .map(({ value }) => (value as unknown) ?? '')
    .filter((value): value is string => typeof value === 'string')
    .filter((value) => /^https?:\/\/[!-~]+$/i.test(value) && value.length <= longestAddress)
    .slice(0, mostAddresses)
