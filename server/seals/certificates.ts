// The certificates with which an organisation seals PDFs.
//
// seal          a signature of the organisation in a PDF, which says that the file is whole and unchanged since
// current       the certificate that seals; made by the product with the first seal, unless one was uploaded before
// replaced      one that seals no more; it is kept, without its private key, so that what it sealed is recognised
import { X509Certificate } from 'node:crypto'
import { getOrganisationToChange } from '../identity/organisations/access.ts'
import { organisationEvent } from '../identity/organisations/events.ts'
import { peopleByIds, type ShownPerson } from '../identity/users/people-on-records.ts'
import type { Actor } from '../platform/actor.ts'
import type { App } from '../platform/app.ts'
import { badInput, conflict, sentence } from '../platform/errors.ts'
import { change, internalTransaction } from '../platform/events/change.ts'
import type { Tx } from '../platform/postgres/database.ts'
import { selfSignedRsaCertificate } from '../platform/outbound/self-signed.ts'
import type { KeyWithCertificates } from './p12.ts'
import type { SealingKey } from './seal-pdf.ts'
import { commonName } from './time-stamp-token.ts'
import { p12Opened } from './workers.ts'

/** The sealing purpose of private keys. */
export const sealKeyPurpose = 'signing_certificates'

/** A certificate as its administrators see it. */
export interface SigningCertificate {
  readonly id: number
  readonly subject: string
  readonly issuer: string
  readonly validFrom: Date
  readonly validTo: Date
  /** SHA-256. */
  readonly fingerprint: Buffer
  readonly isSelfMade: boolean
  readonly createdAt: Date
  /** Undefined when it was made with the first seal. */
  readonly createdBy: ShownPerson | undefined
  readonly replacedAt: Date | null
}

/** All of the organisation, the current one first. */
export async function listCertificates(
  { db }: App,
  { organisationId }: Pick<Actor, 'organisationId'>,
): Promise<readonly SigningCertificate[]> {
  const rows = await db
    .selectFrom('signing_certificates')
    .where('organisation_id', '=', organisationId)
    .orderBy('id', 'desc')
    .select(['id', 'certificate', 'self_made', 'fingerprint', 'created_at', 'created_by', 'replaced_at'])
    .execute()
  const people = await peopleByIds(
    db,
    rows.flatMap(({ created_by }) => created_by ?? []),
  )
  return rows.map((row) => {
    const { subject, issuer, validFrom, validTo } = new X509Certificate(row.certificate)
    return {
      id: row.id,
      subject: commonName(subject),
      issuer: commonName(issuer),
      validFrom: new Date(validFrom),
      validTo: new Date(validTo),
      fingerprint: row.fingerprint,
      isSelfMade: row.self_made,
      createdAt: row.created_at,
      createdBy: row.created_by === null ? undefined : people.get(row.created_by),
      replacedAt: row.replaced_at,
    }
  })
}

/** A PKCS #12 file with its password. */
export interface UploadedKey {
  readonly p12: Buffer
  readonly password: string
}

/**
 * Replaces the current certificate: by the one in the file, or by one that the product makes. What it sealed stays
 * recognised; its private key is deleted. For administrators. Throws bad_request for a file that does not open, has no
 * key of a supported kind, or is not valid today, and conflict where there are too many.
 */
export async function replaceCertificate(
  app: App,
  actor: Actor,
  uploaded: UploadedKey | undefined,
): Promise<{ readonly id: number }> {
  const { organisationId } = actor
  const now = app.clock.now()
  const made = uploaded ? await openUploaded(app, actor, uploaded) : await selfMade(app, organisationId, now)
  if (uploaded) checkUsable(made, now)
  const sealed = await app.vault.seal(made.privateKey, sealKeyPurpose)
  return change(app, actor, async (tx, at) => {
    await getOrganisationToChange(tx, actor, organisationId)
    await checkRoom(tx, organisationId)
    await retireCurrent(tx, organisationId, at)
    const row = rowOf({ organisationId, made, sealed, now: at })
    const { id } = await tx
      .insertInto('signing_certificates')
      .values({ ...row, self_made: !uploaded, created_by: actor.userId })
      .onConflict((same) =>
        // one that was used before is used again
        same
          .columns(['fingerprint', 'organisation_id'])
          .doUpdateSet({ private_sealed: sealed, chain: row.chain, replaced_at: null }),
      )
      .returning('id')
      .executeTakeFirstOrThrow()
    const facts = { fingerprint: row.fingerprint.toString('hex'), selfMade: !uploaded }
    return {
      result: { id },
      events: [organisationEvent('organisation.signingCertificate.set', organisationId, facts)],
    }
  })
}

/** The key that the organisation seals with today: it is made now if there is none. */
export async function sealingKey(app: App, organisationId: number): Promise<SealingKey> {
  const found = await findKey(app, organisationId)
  if (found) return found
  const now = app.clock.now()
  const made = await selfMade(app, organisationId, now)
  const sealed = await app.vault.seal(made.privateKey, sealKeyPurpose)
  await internalTransaction(app, async (tx) => {
    // an administrator may be replacing it
    await tx
      .selectFrom('organisations')
      .where('id', '=', organisationId)
      .select('id')
      .forNoKeyUpdate()
      .execute()
    // one whose key is lost, or none
    await tx
      .updateTable('signing_certificates')
      .set({ replaced_at: now })
      .where('organisation_id', '=', organisationId)
      .where('replaced_at', 'is', null)
      .where('private_sealed', 'is', null)
      .execute()
    await tx
      .insertInto('signing_certificates')
      .values({ ...rowOf({ organisationId, made, sealed, now }), self_made: true })
      // another process was faster
      .onConflict((clash) => clash.doNothing())
      .execute()
  })
  const key = await findKey(app, organisationId)
  if (!key) throw new Error(`organisation ${organisationId} has no certificate after making one`)
  return key
}

async function findKey({ db, vault }: App, organisationId: number): Promise<SealingKey | undefined> {
  const row = await db
    .selectFrom('signing_certificates')
    .where('organisation_id', '=', organisationId)
    .where('replaced_at', 'is', null)
    .select(['certificate', 'chain', 'private_sealed'])
    .executeTakeFirst()
  if (!row?.private_sealed) return undefined
  return {
    privateKey: await vault.open(row.private_sealed, sealKeyPurpose),
    certificate: row.certificate,
    chain: row.chain,
  }
}

const mostCertificates = 100

async function checkRoom(tx: Tx, organisationId: number): Promise<void> {
  const { count } = await tx
    .selectFrom('signing_certificates')
    .where('organisation_id', '=', organisationId)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  if (count >= mostCertificates)
    throw conflict(`There are ${mostCertificates} certificates, which all have to be kept.`)
}

async function retireCurrent(tx: Tx, organisationId: number, now: Date): Promise<void> {
  await tx
    .updateTable('signing_certificates')
    .set({ replaced_at: now, private_sealed: null })
    .where('organisation_id', '=', organisationId)
    .where('replaced_at', 'is', null)
    .execute()
}

interface Made {
  readonly organisationId: number
  readonly made: KeyWithCertificates
  readonly sealed: Buffer
  readonly now: Date
}

const rowOf = ({ organisationId, made, sealed, now }: Made) => ({
  organisation_id: organisationId,
  certificate: made.certificate,
  chain: made.chain.join(''),
  private_sealed: sealed,
  fingerprint: fingerprintOf(made.certificate),
  created_at: now,
})

const fingerprintOf = (certificate: string): Buffer =>
  Buffer.from(new X509Certificate(certificate).fingerprint256.replaceAll(':', ''), 'hex')

async function selfMade({ db }: App, organisationId: number, now: Date): Promise<KeyWithCertificates> {
  const { name } = await db
    .selectFrom('organisations')
    .where('id', '=', organisationId)
    .select('name')
    .executeTakeFirstOrThrow()
  // X.520 allows 64 characters
  const { key, cert } = await selfSignedRsaCertificate(name.slice(0, 64), now)
  return { privateKey: key, certificate: cert, chain: [] }
}

const openUploaded = (app: App, { organisationId }: Actor, { p12, password }: UploadedKey) =>
  app.documents.run(p12Opened, { bytes: new Uint8Array(p12), password }, { organisationId, input: 'p12' })

function checkUsable({ certificate }: KeyWithCertificates, now: Date): void {
  const { validFrom, validTo, publicKey } = new X509Certificate(certificate)
  const refuse = (text: string) => badInput('p12', sentence(text))
  const [from, to] = [new Date(validFrom), new Date(validTo)]
  const day = (date: Date) => date.toISOString().slice(0, 10)
  if (to <= now) throw refuse(`The certificate expired on ${day(to)}.`)
  if (from > now) throw refuse(`The certificate is valid from ${day(from)} only.`)
  const { asymmetricKeyType: type, asymmetricKeyDetails: details } = publicKey
  const isStrong = type === 'rsa' ? (details?.modulusLength ?? 0) >= 2_048 : type === 'ec'
  if (!isStrong)
    throw refuse('The key must be RSA of at least 2048 bits, or on the curve P-256, P-384 or P-521.')
}
