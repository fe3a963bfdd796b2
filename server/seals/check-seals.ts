// Whether a PDF is one that an organisation of this installation sealed, complete and unchanged.
import type { App } from '../platform/app.ts'
import { listFormerNames } from '../identity/organisations/former-names.ts'
import { listProvedDomains, type ProvedDomain } from '../identity/sessions/mail-domains/list-mail-domains.ts'
import { AppError } from '../platform/errors.ts'
import type { isOnlyValidationData } from './validation/security-store.ts'
import type { ReadSeal } from './read-seals.ts'
import { sealsRead, validationDataChecked } from './workers.ts'

/** A seal of the file, with whose it is. */
export interface CheckedSeal extends ReadSeal {
  /** The organisation of this installation whose certificate it is; null for other certificates. */
  readonly organisation: SealingOrganisation | null
  readonly isSelfMade: boolean
  /** Since when the certificate does not seal any more. */
  readonly replacedAt: Date | null
  /** Whether it covers the whole file. */
  readonly coversAll: boolean
}

/** Who sealed. Anybody may call an organisation what they like: proven mail domains say more than its name. */
export interface SealingOrganisation {
  /** Its name when it sealed. */
  readonly name: string
  readonly nameToday: string
  readonly mailDomains: readonly ProvedDomain[]
}

/**
 * Unchanged   the last seal is of this installation, covers the whole file, or all but validation data as it is added
 *             here, and the bytes are those that were sealed
 * Extended    the bytes up to the last seal of this installation are, but the file has more than that, or the
 *             signature has
 * Changed     it has a seal of this installation, but other bytes than those that were sealed
 * NotOurs     it is sealed or signed with other certificates only
 * NotSealed   it has no seal
 */
export const verdicts = ['Unchanged', 'Extended', 'Changed', 'NotOurs', 'NotSealed'] as const
export type Verdict = (typeof verdicts)[number]

export interface CheckedFile {
  readonly verdict: Verdict
  /** Whether validation data follows the last seal, and nothing else. */
  readonly validationData: boolean
  readonly seals: readonly CheckedSeal[]
}

/**
 * Checks a file of anybody, and takes the pieces that it came in over. Throws bad_request for what is no PDF, or has
 * more signatures than are looked at.
 */
export async function checkSeals(
  app: App,
  pieces: readonly Buffer[],
  organisationId?: number,
): Promise<CheckedFile> {
  const of = { organisationId, input: 'file', moved: true }
  const { isPdf, size, seals, excess, extended } = await app.documents.run(sealsRead, pieces, of)
  if (!isPdf) throw new AppError('bad_request', 'The file is not a PDF.')
  if (excess !== null) throw new AppError('bad_request', `The PDF ${excess}, which cannot be checked.`)
  const known = await findKnown(app, seals)
  const checked = seals.map((seal) => ({
    ...seal,
    ...known(seal),
    coversAll: seal.covered === size,
  }))
  const verdict = verdictOn(checked)
  const last = checked.at(-1)
  const isValidated =
    verdict === 'Extended' &&
    extended !== null &&
    last !== undefined &&
    last.organisation !== null &&
    !last.hasMore &&
    (await hasOnlyValidationData(app, { file: extended, covered: last.covered }, of))
  return { verdict: isValidated ? 'Unchanged' : verdict, validationData: isValidated, seals: checked }
}

/** Whether nothing but validation data of the last seal follows it. */
function hasOnlyValidationData(
  app: App,
  extended: Parameters<typeof isOnlyValidationData>[0],
  of: Parameters<App['documents']['run']>[2],
): Promise<boolean> {
  return app.documents.run(validationDataChecked, extended, of).catch((error: unknown) => {
    // what cannot be read is not what was appended here
    if (error instanceof AppError && error.code === 'bad_request') return false
    throw error
  })
}

function verdictOn(seals: readonly CheckedSeal[]): Verdict {
  if (seals.length === 0) return 'NotSealed'
  const ours = seals.filter(({ organisation }) => organisation !== null)
  if (ours.length === 0) return 'NotOurs'
  if (ours.some(({ intact }) => !intact)) return 'Changed'
  return ours.some(({ coversAll, hasMore }) => coversAll && !hasMore) ? 'Unchanged' : 'Extended'
}

type Owner = Pick<CheckedSeal, 'organisation' | 'isSelfMade' | 'replacedAt'>
const nobody: Owner = { organisation: null, isSelfMade: false, replacedAt: null }

/** Whose seals they are. */
async function findKnown({ db }: App, seals: readonly ReadSeal[]): Promise<(seal: ReadSeal) => Owner> {
  const fingerprints = seals.flatMap(({ fingerprint }) => fingerprint ?? []).map((each) => Buffer.from(each))
  if (fingerprints.length === 0) return () => nobody
  const rows = await db
    .selectFrom('signing_certificates as c')
    .innerJoin('organisations as o', 'o.id', 'c.organisation_id')
    .where('c.fingerprint', 'in', fingerprints)
    // two organisations may have the same one: the first to have it is named
    .orderBy('c.id', 'desc')
    .select(['c.fingerprint', 'c.self_made', 'c.replaced_at', 'c.created_at', 'o.id', 'o.name'])
    .execute()
  const certificates = new Map(rows.map((row) => [hexOf(row.fingerprint), row]))
  const ids = [...new Set(rows.map(({ id }) => id))]
  const [names, domains] = await Promise.all([listFormerNames(db, ids), listProvedDomains(db, ids)])
  return ({ fingerprint, sealedAt }) => {
    const certificate = certificates.get(hexOf(fingerprint))
    if (!certificate) return nobody
    const { id, name, self_made: isSelfMade, replaced_at: replacedAt, created_at: createdAt } = certificate
    // seals have whole seconds, and none is older than its certificate is known here
    const at = Math.max((sealedAt?.getTime() ?? 0) + 999, createdAt.getTime())
    const former = names.find((each) => each.organisationId === id && each.until.getTime() > at)
    const mailDomains = domains.filter(({ organisationId }) => organisationId === id)
    const organisation = { name: former?.name ?? name, nameToday: name, mailDomains }
    return { organisation, isSelfMade, replacedAt }
  }
}

const hexOf = (bytes: Uint8Array | null): string => (bytes ? Buffer.from(bytes).toString('hex') : '')
