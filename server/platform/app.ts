// What every operation is given: the parts of one running process, wired together by buildApp in
// server/operations/process/app.ts.
import type { Config } from './settings/config.ts'
import type { Clock } from './time/clock.ts'
import type { DomainEvent, FollowUp } from './events/change.ts'
import type { Database, Reader, Tx } from './postgres/database.ts'
import type { Replica } from './postgres/replica.ts'
import type { RowCopies } from './postgres/row-copies.ts'
import type { Logger } from './installation/log.ts'
import type { Mail } from './mail/mail.ts'
import type { Outbound } from './outbound/outbound-http.ts'
import type { SubjectAccess, SubjectKind } from './subject.ts'
import type { Storage } from './storage/storage.ts'
import type { StorageClaim } from './storage/storage-claim.ts'
import type { Vault } from './secrets/vault.ts'
import type { DocumentWorkers } from './workers/document-workers.ts'
import type { WordToPdf } from './documents/office/word-to-pdf.ts'

export interface App {
  readonly config: Config
  /** For reading; writing goes through `change`. */
  readonly db: Reader
  readonly database: Database
  /** For lists and searches, if the installation has one: see `readFresh`. */
  readonly replica: Replica | undefined
  /** Copies of small rows that many answers show. */
  readonly copies: RowCopies
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
  /** Reads untrusted documents in separate threads. */
  readonly documents: DocumentWorkers
  /** Makes PDFs of Word documents, where the installation can. */
  readonly wordToPdf: WordToPdf
  readonly signals: Signals
  /** Called at the end of each change, within its transaction: see dry-run.ts. */
  readonly beforeCommit?: (tx: Tx, events: readonly DomainEvent[]) => Promise<void>
  /** What follows from changes in their transactions, unless they are silent. */
  readonly followUps: readonly FollowUp[]
  /**
   * Set for changes that only the history keeps: neither people nor subscriptions are notified of them. These facts are
   * added to each of their events.
   */
  readonly silent?: Readonly<Record<string, unknown>>
  /** Whether the process is on its way out: it finishes what it has and takes nothing new. */
  stopping(): boolean
  /** How files, events and field values find out who may see the record that they are attached to. */
  readonly subjects: Readonly<Record<SubjectKind, SubjectAccess>>
}

/** Keys of this installation, shared by all its processes through the database and rotated. */
export interface SigningKeys {
  /** Reads the keys, before the first request: signing happens in transactions, which must not wait for them. */
  prepare(): Promise<void>
  /** Signs the claims as a JWT with the key that is on now. */
  sign(claims: Readonly<Record<string, unknown>>): Promise<string>
  /**
   * The claims of a JWT of ours whose signature, issuer and audience are right, and the key it was signed with; its
   * expiry is not looked at.
   */
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
  /** Events were committed that people are notified of. */
  notificationsDue(): void
  deliveriesDue(): void
  /** All of them answer how to stop listening. */
  onEvents(listener: () => void): () => void
  onNotifications(listener: () => void): () => void
  onDeliveries(listener: () => void): () => void
}
