// Whether a PDF is one that an organisation of this installation sealed, complete and unchanged.
import type { App } from '../platform/app.ts'
import { AppError } from '../platform/errors.ts'
import type { ReadSeal } from './read-seals.ts'
import { sealsRead, validationDataChecked } from './workers.ts'

/** A seal of the file, with whose it is. */
export interface CheckedSeal extends ReadSeal {
  /** The organisation of this installation whose certificate it is; null for other certificates. */
  readonly organisation: string | null
  readonly isSelfMade: boolean
  /** Since when the certificate does not seal any more. */
  readonly replacedAt: Date | null
  /** Whether it covers the whole file. */
  readonly coversAll: boolean
}

/**
 * Unchanged   the last seal is of this installation, covers the whole file, or all but validation data as it is added
 *             here, and the bytes are those that were sealed
 * Extended    the bytes up to the last seal of this installation are, but the file has more than that
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

/** Checks a file of anybody. Throws bad_request for what is no PDF, or has more signatures than are looked at. */
export async function checkSeals(app: App, file: Buffer, organisationId?: number): Promise<CheckedFile> {
  const bytes = new Uint8Array(file)
  const { isPdf, size, seals, excess } = await app.documents.run(sealsRead, bytes, {
    organisationId,
    input: 'file',
  })
  if (!isPdf) throw new AppError('bad_request', 'The file is not a PDF.')
  if (excess !== null) throw new AppError('bad_request', `The PDF ${excess}, which cannot be checked.`)
  const known = await findKnown(app, seals)
  const checked = seals.map((seal) => {
    const certificate = known.get(hexOf(seal.fingerprint))
    return {
      ...seal,
      organisation: certificate?.name ?? null,
      isSelfMade: certificate?.self_made ?? false,
      replacedAt: certificate?.replaced_at ?? null,
      coversAll: seal.covered === size,
    }
  })
  const verdict = verdictOn(checked)
  const isValidated =
    verdict === 'Extended' && (await hasOnlyValidationData(app, bytes, checked, organisationId))
  return { verdict: isValidated ? 'Unchanged' : verdict, validationData: isValidated, seals: checked }
}

/** Whether nothing but validation data follows the last seal, which has to be one of this installation. */
async function hasOnlyValidationData(
  app: App,
  file: Uint8Array,
  seals: readonly CheckedSeal[],
  organisationId: number | undefined,
): Promise<boolean> {
  const last = seals.at(-1)
  if (!last?.intact || last.organisation === null) return false
  const of = { organisationId, input: 'file' }
  return app.documents
    .run(validationDataChecked, { file, covered: last.covered }, of)
    .catch((error: unknown) => {
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
  return ours.some(({ coversAll }) => coversAll) ? 'Unchanged' : 'Extended'
}

interface Known {
  readonly name: string
  readonly self_made: boolean
  readonly replaced_at: Date | null
}

async function findKnown({ db }: App, seals: readonly ReadSeal[]): Promise<ReadonlyMap<string, Known>> {
  const fingerprints = seals.flatMap(({ fingerprint }) => fingerprint ?? []).map((each) => Buffer.from(each))
  if (fingerprints.length === 0) return new Map()
  const rows = await db
    .selectFrom('signing_certificates as c')
    .innerJoin('organisations as o', 'o.id', 'c.organisation_id')
    .where('c.fingerprint', 'in', fingerprints)
    // two organisations may have the same one: the first to have it is named
    .orderBy('c.id', 'desc')
    .select(['c.fingerprint', 'c.self_made', 'c.replaced_at', 'o.name'])
    .execute()
  return new Map(rows.map((row) => [hexOf(row.fingerprint), row]))
}

const hexOf = (bytes: Uint8Array | null): string => (bytes ? Buffer.from(bytes).toString('hex') : '')
