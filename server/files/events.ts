// What is told of files: about contract documents only that they changed, about all others that they came and changed.
import type { DomainEvent } from '../platform/change.ts'
import type { File } from './file.ts'

type Told = Pick<File, 'organisationId' | 'id' | 'kind' | 'subject'>

/** A file came to its matter or contract. */
export const fileCreated = (file: Told, facts: DomainEvent['facts'] = {}): DomainEvent =>
  event(file, `${file.subject.kind}.file.created`, facts)

/** A file, or the document of a contract, has new content. */
export const fileUpdated = (file: Told, facts: DomainEvent['facts'] = {}): DomainEvent =>
  event(
    file,
    file.kind === 'ContractDocument' ? 'contract.document.updated' : `${file.subject.kind}.file.updated`,
    facts,
  )

/** A folder was made. History only, like all that becomes of folders: topics tell of files. */
export const folderCreated = (folder: Told, facts: DomainEvent['facts'] = {}): DomainEvent =>
  event(folder, `${folder.subject.kind}.folder.created`, facts)

const event = (file: Told, name: string, facts: NonNullable<DomainEvent['facts']>): DomainEvent => ({
  name,
  organisationId: file.organisationId,
  resource: { kind: 'file', id: file.id },
  subject: file.subject,
  facts,
})
