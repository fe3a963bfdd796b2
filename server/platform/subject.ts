// Subjects: the records that files, field values, events and notifications are attached to. Those know a record only as
// a subject; what else it is, its own folder says.
import type { RawBuilder, SqlBool } from 'kysely'
import type { Actor } from './actor.ts'
import type { App } from './app.ts'
import type { DomainEvent } from './events/change.ts'
import type { MayContribute, MaySee } from './granted.ts'
import type { Reader, Tx } from './postgres/database.ts'

/** The kinds of subjects by name. The file that describes a kind adds it here (`declare module`). @public */
// oxlint-disable-next-line typescript/no-empty-object-type -- the kinds are declared where they are described
export interface SubjectKinds {}
export type SubjectKind = keyof SubjectKinds

export interface Subject {
  readonly kind: SubjectKind
  readonly id: number
  readonly organisationId: number
}

/** What an event is about that happens to no record but to a whole organisation: its administrators learn of it. */
export interface OrganisationSubject {
  readonly kind: 'organisation'
  readonly id: number
  readonly organisationId: number
}

/** What people and integrations are notified about. */
export type Concern = Subject | OrganisationSubject

/** The same without its organisation. */
export type ConcernName = Pick<Subject, 'kind' | 'id'> | Pick<OrganisationSubject, 'kind' | 'id'>

/** The organisation as what an event is about. */
export const organisationSubject = (organisationId: number): OrganisationSubject => ({
  kind: 'organisation',
  id: organisationId,
  organisationId,
})

/** Whether it is about a record. */
export const isRecord = <Kind extends Pick<Concern, 'kind'>>(
  concern: Kind,
): concern is Exclude<Kind, Pick<OrganisationSubject, 'kind'>> => concern.kind !== 'organisation'

/** Whether the person administers the organisation. */
const administers = (person: Principal, { organisationId }: OrganisationSubject): boolean =>
  person.organisationId === organisationId && person.role === 'Administrator'

/** What identifies a subject of a known kind in the whole installation. */
export type SubjectRef = Pick<Subject, 'organisationId' | 'id'>

/** A person as an access rule sees them, whatever they act through. */
export type Principal = Omit<Actor, 'via' | 'requestId'>

type Question = (subject: SubjectRef, person: Principal) => boolean

/** Whether a person may see a subject, and the private files of others on it; no for one that does not exist. */
export interface Visibility {
  readonly maySee: Question
  readonly maySeePrivate: Question
}

/** What somebody may do with the files of others on a subject that they see. */
export interface FileRights {
  /** See what is private. */
  readonly seePrivate: boolean
  /** Rename, replace, move within the subject. */
  readonly change: boolean
  /** Delete, with the permission to, and move elsewhere. */
  readonly remove: boolean
  /** End the locks of others. */
  readonly breakLocks: boolean
}

type ConcernQuestion = (concern: Concern, person: Principal) => boolean

/** The visibility of all of them, in one query for each kind of records that there are any of. */
export async function visibilityOfSubjects(
  access: Readonly<Record<SubjectKind, SubjectAccess>>,
  db: Reader,
  concerns: readonly Concern[],
  people: readonly Principal[],
): Promise<Readonly<Record<'maySee' | 'maySeePrivate', ConcernQuestion>>> {
  const byKind = new Map<SubjectKind, Visibility>()
  for (const [kind, some] of Map.groupBy(concerns.filter(isRecord), ({ kind: each }) => each)) {
    byKind.set(kind, await access[kind].visibilityOf(db, some, people))
  }
  return {
    maySee: (concern, person) =>
      isRecord(concern)
        ? (byKind.get(concern.kind)?.maySee(concern, person) ?? false)
        : administers(person, concern),
    maySeePrivate: (concern, person) =>
      isRecord(concern) && (byKind.get(concern.kind)?.maySeePrivate(concern, person) ?? false),
  }
}

/** Records of an organisation, by their ids or by the team that they are assigned to; or all of them. */
export type WhichRecords =
  | { readonly ids: readonly number[] }
  | { readonly teamId: number }
  | { readonly every: true }

/** A mail that was added to a record: the file that it is, and its attachments. */
export interface AddedMail {
  readonly recordId: number
  readonly fileId: number
  readonly attachments: readonly {
    readonly fileId: number
    readonly name: string
    readonly contentType: string
    readonly sha256: Buffer
  }[]
  readonly now: Date
}

/** The access rule of one kind, for those who know only subjects. Each `get` throws not_found or forbidden. */
export interface SubjectAccess {
  getToSee(db: Reader, actor: Actor, id: number): Promise<Subject & MaySee>
  getToContribute(db: Reader, actor: Actor, id: number): Promise<Subject & MayContribute>
  /** What the actor may do with files that others have added to it; not_found where they do not see it. */
  fileRights(db: Reader, actor: Actor, id: number): Promise<FileRights>
  /** SQL for lists of what is attached to records: the record that the two columns name is one the actor may see. */
  isToSee(db: Reader, actor: Actor, columns: SubjectColumns): RawBuilder<SqlBool>
  /** The same for one of which the actor sees the private files of others as well. */
  isToSeePrivate(db: Reader, actor: Actor, columns: SubjectColumns): RawBuilder<SqlBool>
  /** The rule for many people and records at once, in one query: who is notified of an event. */
  visibilityOf(db: Reader, subjects: readonly SubjectRef[], people: readonly Principal[]): Promise<Visibility>
  /** The ids of all that the actor sees, as a select: for lists that begin with the records. */
  visibleIds(actor: Actor): RawBuilder<unknown>
  /** How many these are. */
  countVisible(db: Reader, actor: Actor): Promise<number>
  /** Holds it until the transaction ends, so that changes to what is attached to it follow one another. */
  hold(tx: Tx, subject: Subject & MayContribute): Promise<void>
  /** Throws conflict with the reason when it is under a legal hold: nothing on it is deleted, purged or moved away. */
  checkNoLegalHold(db: Reader, subject: SubjectRef): Promise<void>
  /** Those of the records that are under a legal hold; all are held until the transaction ends. */
  findHeld(tx: Tx, organisationId: number, ids: readonly number[]): Promise<readonly number[]>
  /**
   * What follows for the record when somebody says that a file on it is signed, with its events; absent where nothing
   * does.
   */
  signed?(
    app: App,
    tx: Tx,
    actor: Actor,
    signed: { readonly id: number; readonly fileId: number; readonly now: Date },
  ): Promise<readonly DomainEvent[]>
  /** What follows for the record when somebody has added a mail with files to it; absent where nothing does. */
  mailed?(app: App, tx: Tx, actor: Actor, mail: AddedMail): Promise<void>
  /** Records that something happened on it: lists sort by when that was. */
  noteActivity(tx: Tx, subject: Subject & MayContribute, now: Date): Promise<void>
  /** The ids of the records of their organisation that the person may open and nobody else of it: at most 1,001. */
  openOnlyTo(db: Reader, person: Principal): Promise<readonly number[]>
  /** Those of the records that nobody of their organisation may open. */
  withoutSomebody(db: Reader, organisationId: number, which: WhichRecords): Promise<readonly number[]>
  /**
   * Makes somebody a member of the records and, where the former person owned or managed them, the owner or manager;
   * answers what happened.
   */
  handOver(
    tx: Tx,
    records: { readonly organisationId: number; readonly ids: readonly number[] },
    over: {
      readonly from: string
      readonly to: string
      readonly by: string
      readonly now: Date
      readonly as?: 'owner' | 'manager'
    },
  ): Promise<readonly DomainEvent[]>
  /**
   * Assigns every record of one team to another, also those the caller does not see and those in the bin; returns the
   * update of each.
   */
  moveTeam(
    tx: Tx,
    teams: { readonly organisationId: number; readonly from: number; readonly into: number },
    now: Date,
  ): Promise<readonly DomainEvent[]>
  /**
   * Counts a change of field values that concerns the whole organisation, such as a choice that was merged, on each
   * record.
   */
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
