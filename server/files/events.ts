// Events of files. Topics of the wire announce that a file was added to its record and that it changed; for the
// document of a contract only that it changed. Everything else, and everything about folders, is history only.
import type { DomainEvent } from '../platform/change.ts'
import type { File } from './file.ts'

type Told = Pick<File, 'organisationId' | 'id' | 'kind' | 'subject'>
type Facts = NonNullable<DomainEvent['facts']>

const words = { File: 'file', Folder: 'folder', ContractDocument: 'document' } as const

const event =
  (what: string) =>
  (file: Told, facts: Facts = {}): DomainEvent => ({
    name: `${file.subject.kind}.${words[file.kind]}.${what}`,
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
export const filePrivacyChanged = event('privacy.changed')

/** The sender finalised an upload; the effects have events of their own. */
export const uploadFinalised = event('upload.finalised')
