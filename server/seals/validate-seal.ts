// Adding validation data to a sealed PDF (PAdES B-LT), where the authorities of its certificates have some.
import type { App } from '../platform/app.ts'
import { boundedCall } from '../platform/outbound/bounded-call.ts'
import type { RevocationQuestion } from './validation/revocation-questions.ts'
import {
  certificatesGathered,
  revocationAsked,
  revocationChecked,
  validationDataAppended,
} from './workers.ts'

// for all authorities together: somebody waits for their signature
const longestWaitMs = 8_000
const largest = { ocsp: 64 * 1024, crl: 1024 * 1024 } as const

interface SealedFile {
  readonly organisationId: number
  readonly bytes: Uint8Array
  /** Of the seal: its own certificate and those of its authorities, PEM. */
  readonly certificates: string
  /** Of its time stamp. */
  readonly timeStamp: Uint8Array | undefined
}

/**
 * The file with certificates and what their authorities say of them, if they say it of each; otherwise as it was. A
 * certificate that the organisation made itself has no authority.
 */
export async function withValidationData(app: App, sealed: SealedFile): Promise<Uint8Array> {
  const { organisationId, bytes } = sealed
  const of = { organisationId, input: 'pdf' }
  if (app.config.offline) return bytes
  const { certificates, timeStamp } = sealed
  const ders = await app.documents.run(certificatesGathered, { certificates, timeStamp }, of)
  const { questions, isComplete } = await app.documents.run(revocationAsked, ders, of)
  if (!isComplete) return bytes
  // real time: a measured duration
  const until = performance.now() + longestWaitMs
  const answers = await Promise.all(
    questions.map((question) => firstGoodAnswer(app, ders, { question, until }, of)),
  )
  const found = answers.filter((each) => each !== undefined)
  if (found.length < questions.length) {
    app.log.warn(
      { organisationId },
      'a seal has no validation data: not all authorities said that its certificates are good',
    )
    return bytes
  }
  const data = {
    certificates: ders,
    ocsps: found.flatMap(({ kind, answer }) => (kind === 'ocsp' ? [answer] : [])),
    crls: found.flatMap(({ kind, answer }) => (kind === 'crl' ? [answer] : [])),
  }
  return (await app.documents.run(validationDataAppended, { bytes, ...data }, of)) ?? bytes
}

interface Answer {
  readonly kind: 'ocsp' | 'crl'
  readonly answer: Uint8Array
}

/** The first answer that says that the certificate is not revoked: responders are asked before lists are fetched. */
async function firstGoodAnswer(
  app: App,
  ders: readonly Uint8Array[],
  { question, until }: { readonly question: RevocationQuestion; readonly until: number },
  of: { readonly organisationId: number; readonly input: string },
): Promise<Answer | undefined> {
  const { ocsp, request, crls } = question
  const [own, authority] = [ders[question.certificate], ders[question.issuer]]
  if (!own || !authority) return undefined
  const places = [
    ...ocsp.map((url) => ({ kind: 'ocsp' as const, url })),
    ...crls.map((url) => ({ kind: 'crl' as const, url })),
  ]
  for (const { kind, url } of places) {
    const answer = await fetched(app, { kind, url, request, until })
    // real time: that of the authority
    const at = new Date()
    const checked = answer && { kind, answer, certificate: own, issuer: authority, chain: ders, at }
    if (checked && (await app.documents.run(revocationChecked, checked, of))) return { kind, answer }
  }
  return undefined
}

interface Place extends Pick<Answer, 'kind'>, Pick<RevocationQuestion, 'request'> {
  readonly url: string
  readonly until: number
}

async function fetched(
  { outbound, log }: App,
  { kind, url, request, until }: Place,
): Promise<Uint8Array | undefined> {
  const left = Math.ceil(until - performance.now())
  if (left <= 0) return undefined
  const ask = { 'content-type': 'application/ocsp-request', accept: 'application/ocsp-response' }
  try {
    const { status, bytes } = await boundedCall(outbound, {
      url,
      ...(kind === 'ocsp'
        ? { method: 'POST', headers: ask, body: Buffer.from(request) }
        : { method: 'GET', headers: {} }),
      isSigned: true,
      longestWaitMs: left,
      largestAnswer: largest[kind],
    })
    return status === 200 ? new Uint8Array(bytes) : undefined
  } catch (error) {
    log.info({ err: error, url }, 'an authority did not say whether a certificate is revoked')
    return undefined
  }
}
