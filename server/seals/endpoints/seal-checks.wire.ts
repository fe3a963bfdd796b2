// What a check of a file answers, of v2 and on the page for people without an account.
import type { CheckedFile, CheckedSeal } from '../check-seals.ts'

const sealAnswer = (seal: CheckedSeal) => {
  const { organisation, sealedAt, validFrom, validTo, timeStamp } = seal
  const at = timeStamp?.at ?? sealedAt
  return {
    organization: organisation?.name ?? null,
    organizationToday: organisation?.nameToday ?? null,
    mailDomains: (organisation?.mailDomains ?? []).map(({ domain, provedAt }) => ({
      domain,
      provedAt: provedAt.toISOString(),
    })),
    subject: seal.subject,
    issuer: seal.issuer,
    selfMade: seal.isSelfMade,
    fingerprint: seal.fingerprint ? Buffer.from(seal.fingerprint).toString('hex') : null,
    sealedAt: sealedAt?.toISOString() ?? null,
    timeStamp: timeStamp ? { at: timeStamp.at.toISOString(), by: timeStamp.by } : null,
    reason: seal.reason,
    validWhenSealed: at && validFrom && validTo ? validFrom <= at && at <= validTo : null,
    replacedAt: seal.replacedAt?.toISOString() ?? null,
    intact: seal.intact,
    coversWholeFile: seal.coversAll,
    coveredBytes: seal.covered,
  }
}

/** The answer as data for JSON. */
export const checkAnswer = ({ verdict, validationData, seals }: CheckedFile) => ({
  verdict,
  validationData,
  seals: seals.map(sealAnswer),
})
