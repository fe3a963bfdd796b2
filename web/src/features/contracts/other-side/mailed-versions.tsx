// Asks whether what came by mail is a new version of the document: on the page of the contract about all that was not
// decided, on the page of a mail and of its attachments about these.
import { useQuery } from '@tanstack/react-query'
import { lazily } from '../../../components/lazily.tsx'
import { mailedQuery } from './mailed.ts'

const MailedPanel = lazily(() => import('./mailed-panel.tsx'), 'MailedPanel')

/** Nothing where nothing is to be asked. `fileId` is the file whose page it is. */
export function MailedVersions(props: { recordId: number; fileId?: number; mayTake: boolean }) {
  const { recordId, fileId, mayTake } = props
  const mailed = useQuery({ ...mailedQuery(recordId), enabled: mayTake })
  const { document, items = [] } = mailed.data ?? {}
  // on its own page what was declined can still be taken
  const asked = items.filter(({ state, mail, file }) =>
    fileId === undefined
      ? state === 'Offered'
      : state !== 'Accepted' && (mail?.id === fileId || file.id === fileId),
  )
  if (!mayTake || !document || asked.length === 0) return null
  return <MailedPanel contractId={recordId} document={document} asked={asked} fileId={fileId} />
}
