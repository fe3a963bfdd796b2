// Events of files. Topics of the wire announce that a file was added to its record and that it changed; for the
// document of a contract only that it changed. Everything else, and everything about folders, is history only.
import type { DomainEvent } from '../platform/events/change.ts'
import type { Subject } from '../platform/subject.ts'
import type { File } from './file.ts'

type EventFile = Pick<File, 'organisationId' | 'id' | 'kind' | 'subject'>
type Facts = NonNullable<DomainEvent['facts']>

type Place = `${Subject['kind']}.${'file' | 'folder'}` | 'contract.document'

/** What follows the place in the names of events. */
const verbs = {
  created: 'created',
  updated: 'updated',
  deleted: 'deleted',
  purged: 'purged',
  left: 'left',
  locked: 'locked',
  unlocked: 'unlocked',
  privacyChanged: 'privacy.changed',
  uploadFinalised: 'upload.finalised',
} as const

const placeOf = ({ kind, subject }: EventFile): Place =>
  kind === 'ContractDocument' ? 'contract.document' : `${subject.kind}.${kind === 'File' ? 'file' : 'folder'}`

const event =
  (what: keyof typeof verbs) =>
  (file: EventFile, facts: Facts = {}): DomainEvent => ({
    name: `${placeOf(file)}.${verbs[what]}`,
    organisationId: file.organisationId,
    resource: { kind: 'file', id: file.id },
    subject: { kind: file.subject.kind, id: file.subject.id },
    facts,
  })

/** Added to its record: uploaded, moved from another one, or restored from the bin. */
export const fileCreated = event('created')

/** It has new content, or a new name, description or folder in its record. */
export const fileUpdated = event('updated')

/** Moved to the bin. */
export const fileDeleted = event('deleted')

/** Deleted permanently, with its content. */
export const filePurged = event('purged')

/** Moved to another record, where it is created. */
export const fileLeft = event('left')

/** Somebody locked it, or unlocked it. */
export const fileLocked = event('locked')
export const fileUnlocked = event('unlocked')

/** Made private, or no longer private. */
export const filePrivacyChanged = event('privacyChanged')

/** The sender finalised an upload; the effects have events of their own. */
export const uploadFinalised = event('uploadFinalised')
