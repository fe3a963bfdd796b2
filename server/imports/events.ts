// What the history says of imports. What they make has events of its own, with the import in them.
import type { DomainEvent } from '../platform/events/change.ts'
import type { ImportKey } from './import.ts'

/** Something happened to an import: history only. */
export const importEvent = (
  name:
    | 'import.created'
    | 'import.started'
    | 'import.stopped'
    | 'import.finished'
    | 'import.undone'
    | 'import.deleted',
  { organisationId, id }: ImportKey,
  facts: Readonly<Record<string, unknown>>,
): DomainEvent => ({ name, organisationId, resource: { kind: 'import', id }, subject: null, facts })
