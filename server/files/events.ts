// Events of files. Topics of the wire announce that a file was added to its record and that it changed; for the
// document of a contract only that it changed. Everything else, and everything about folders, is history only.
import type { DomainEvent } from '../platform/events/change.ts'
import type { EventName } from '../platform/events/event-names.ts'
import type { Subject } from '../platform/subject.ts'
import type { File } from './file.ts'

type EventFile = Pick<File, 'organisationId' | 'id' | 'kind' | 'subject'>
type Facts = NonNullable<DomainEvent['facts']>

type Place = `${Subject['kind']}.${'file' | 'folder'}` | 'contract.document'

const names = {
  created: {
    'matter.file': 'matter.file.created',
    'matter.folder': 'matter.folder.created',
    'contract.file': 'contract.file.created',
    'contract.folder': 'contract.folder.created',
    'contract.document': 'contract.document.created',
  },
  updated: {
    'matter.file': 'matter.file.updated',
    'matter.folder': 'matter.folder.updated',
    'contract.file': 'contract.file.updated',
    'contract.folder': 'contract.folder.updated',
    'contract.document': 'contract.document.updated',
  },
  deleted: {
    'matter.file': 'matter.file.deleted',
    'matter.folder': 'matter.folder.deleted',
    'contract.file': 'contract.file.deleted',
    'contract.folder': 'contract.folder.deleted',
    'contract.document': 'contract.document.deleted',
  },
  purged: {
    'matter.file': 'matter.file.purged',
    'matter.folder': 'matter.folder.purged',
    'contract.file': 'contract.file.purged',
    'contract.folder': 'contract.folder.purged',
    'contract.document': 'contract.document.purged',
  },
  left: {
    'matter.file': 'matter.file.left',
    'matter.folder': 'matter.folder.left',
    'contract.file': 'contract.file.left',
    'contract.folder': 'contract.folder.left',
    'contract.document': 'contract.document.left',
  },
  locked: {
    'matter.file': 'matter.file.locked',
    'matter.folder': 'matter.folder.locked',
    'contract.file': 'contract.file.locked',
    'contract.folder': 'contract.folder.locked',
    'contract.document': 'contract.document.locked',
  },
  unlocked: {
    'matter.file': 'matter.file.unlocked',
    'matter.folder': 'matter.folder.unlocked',
    'contract.file': 'contract.file.unlocked',
    'contract.folder': 'contract.folder.unlocked',
    'contract.document': 'contract.document.unlocked',
  },
  privacyChanged: {
    'matter.file': 'matter.file.privacy.changed',
    'matter.folder': 'matter.folder.privacy.changed',
    'contract.file': 'contract.file.privacy.changed',
    'contract.folder': 'contract.folder.privacy.changed',
    'contract.document': 'contract.document.privacy.changed',
  },
  uploadFinalised: {
    'matter.file': 'matter.file.upload.finalised',
    'matter.folder': 'matter.folder.upload.finalised',
    'contract.file': 'contract.file.upload.finalised',
    'contract.folder': 'contract.folder.upload.finalised',
    'contract.document': 'contract.document.upload.finalised',
  },
} as const satisfies Record<string, Record<Place, EventName>>

const placeOf = ({ kind, subject }: EventFile): Place =>
  kind === 'ContractDocument' ? 'contract.document' : `${subject.kind}.${kind === 'File' ? 'file' : 'folder'}`

const event =
  (what: keyof typeof names) =>
  (file: EventFile, facts: Facts = {}): DomainEvent => ({
    name: names[what][placeOf(file)],
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
