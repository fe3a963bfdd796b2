// What asks about files that came by mail, for kinds of records whose document gets versions so.
import { lazily } from '../components/lazily.tsx'
import { contractEntry } from '../features/contracts/contract-entry.ts'
import type { RecordType } from '../lib/kinds.ts'

const byType = {
  [contractEntry.names.type]: lazily(
    () => import('../features/contracts/other-side/mailed-versions.tsx'),
    'MailedVersions',
  ),
}

/** The question whether a file of a record, or an attachment of it, is a version of the record's document. */
export function MailedVersionsOf(props: {
  record: { readonly type: RecordType; readonly id: number }
  fileId: number
  mayTake: boolean
}) {
  const { record, ...rest } = props
  const Asking = byType[record.type]
  return Asking ? <Asking recordId={record.id} {...rest} /> : null
}
