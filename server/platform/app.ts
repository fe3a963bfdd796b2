// What every operation is given: the parts of one running process, wired together by buildApp in server/process/app.ts.
import type { RawBuilder, SqlBool } from 'kysely'
import type { Config } from '../settings/config.ts'
import type { Actor } from './actor.ts'
import type { Clock } from './clock.ts'
import type { Database, Reader, Tx } from './postgres/database.ts'
import type { MayChange, MayContribute, MaySee, Subject } from './granted.ts'
import type { Logger } from './installation/log.ts'
import type { Mail } from './mail/mail.ts'
import type { Outbound } from './outbound/outbound-http.ts'
import type { Person, RecordName, Sight } from './sight.ts'
import type { Storage } from './storage/storage.ts'
import type { StorageClaim } from './storage/storage-claim.ts'
import type { Vault } from './secrets/vault.ts'
import type { DocumentWorkers } from './workers/document-workers.ts'

export interface App {
  readonly config: Config
  /** For reading; writing goes through `change`. */
  readonly db: Reader
  readonly database: Database
  readonly clock: Clock
  readonly log: Logger
  readonly storage: Storage
  /** Whether contents may be removed from the storage. */
  readonly storageClaim: StorageClaim
  readonly mail: Mail
  /** Seals secrets that are needed again in clear. */
  readonly vault: Vault
  /** The keys that access tokens are signed with. */
  readonly keys: SigningKeys
  readonly outbound: Outbound
  /** Reads documents of strangers in threads of their own. */
  readonly documents: DocumentWorkers
  readonly signals: Signals
  /** Whether the process is on its way out: it finishes what it has and takes nothing new. */
  stopping(): boolean
  /** How a file, an event or a field value asks who may see the matter or contract it hangs on. */
  readonly subjects: Readonly<Record<Subject['kind'], SubjectAccess>>
}

/** Keys of this installation, shared by all its processes through the database and rotated. */
export interface SigningKeys {
  /** Signs the claims as a JWT with the key that is on now. */
  sign(claims: Readonly<Record<string, unknown>>): Promise<string>
  /** The claims of a JWT of ours whose signature, issuer and audience are right, and the key it was signed with; its expiry is not looked at. */
  verify(
    token: string,
  ): Promise<{ readonly claims: Readonly<Record<string, unknown>>; readonly kid: string } | undefined>
  /** Whether tokens of this key still count. */
  knows(kid: string): boolean
  /** The public halves, for everyone. */
  published(): Promise<readonly Readonly<Record<string, unknown>>[]>
}

/** Wake-up calls inside one process; other processes notice by looking, a little later. */
export interface Signals {
  eventsCommitted(): void
  deliveriesDue(): void
  /** Both answer how to stop listening. */
  onEvents(listener: () => void): () => void
  onDeliveries(listener: () => void): () => void
}

/** The access rule of matters or of contracts, for those who know only a Subject. Each `get` throws not_found or forbidden. */
export interface SubjectAccess {
  getToSee(db: Reader, actor: Actor, id: number): Promise<Subject & MaySee>
  getToContribute(db: Reader, actor: Actor, id: number): Promise<Subject & MayContribute>
  getToChange(db: Reader, actor: Actor, id: number): Promise<Subject & MayChange>
  /** SQL for lists of what hangs on records: the record that the two columns name is one the actor may see. */
  isToSee(db: Reader, actor: Actor, columns: SubjectColumns): RawBuilder<SqlBool>
  /** The same for one that the actor may change. */
  isToChange(db: Reader, actor: Actor, columns: SubjectColumns): RawBuilder<SqlBool>
  /** The rule for many people and records at once, in one query: whom to tell of an event. */
  sightOf(db: Reader, records: readonly RecordName[], people: readonly Person[]): Promise<Sight>
  /** The ids of all that the actor sees, as a select, and how many these are: for lists that begin with the records. */
  reach(db: Reader, actor: Actor): Promise<{ readonly ids: RawBuilder<unknown>; readonly seen: number }>
  /** Holds it until the transaction ends, so that what is done to what hangs on it is done one after another. */
  hold(tx: Tx, subject: Subject & MayContribute): Promise<void>
  /** Notes that something happened on it: lists sort by when that was. */
  noteActivity(tx: Tx, subject: Subject & MayContribute, now: Date): Promise<void>
  /** Counts a change of field values that concerns the whole organisation, such as a choice that was merged, on each record. */
  noteFieldChange(
    tx: Tx,
    records: { readonly organisationId: number; readonly ids: readonly number[] },
    now: Date,
  ): Promise<void>
}

/** The columns of a query that name a record, such as `files.organisation_id` and `files.contract_id`. */
export interface SubjectColumns {
  readonly organisationId: string
  readonly id: string
}
