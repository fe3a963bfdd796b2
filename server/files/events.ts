// What is told of files. Topics of the wire tell that a file came to its record and that it changed, and of the document of a
// contract only that it changed; everything else, and all that becomes of folders, is history only.
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

/** It came to its record: uploaded, moved from another one, or restored from the bin. */
export const fileCreated = event('created')

/** It has other content, another name, description or place in its record. */
export const fileUpdated = event('updated')

/** It went to the bin. */
export const fileDeleted = event('deleted')

/** It left the bin for good, and its contents with it. */
export const filePurged = event('purged')

/** It went to another record, where it is created. */
export const fileLeft = event('left')

/** Somebody took it out, or gave it back. */
export const fileLocked = event('locked')
export const fileUnlocked = event('unlocked')

/** It became private, or is no longer. */
export const filePrivacyChanged = event('privacy.changed')

/** Its sender finalised an upload; what came of that is told by other events. */
export const uploadFinalised = event('upload.finalised')
