// Asks which clauses of the library a contract was drafted with. How they are shown is loaded where there are any.
import { useQuery } from '@tanstack/react-query'
import { lazily } from '../../components/lazily.tsx'
import type { Answer } from '../../lib/calls.ts'
import { answer, client } from '../../lib/client.ts'
import type { DocumentView } from '../files/file/document-view.ts'

export type ClauseOfContract = Answer<'/v2/contracts/{contractId}/clauses'>['items'][number]

const load = () => import('./clauses-of-contract.tsx')

/** Nothing for a contract that was not drafted with clauses. */
export function DraftedWith(props: {
  contractId: number
  /** The document of the contract. */
  fileId: number | undefined
  onView: (view: DocumentView) => void
}) {
  const { contractId, fileId, onView } = props
  const found = useQuery({
    queryKey: ['contracts', contractId, 'clauses'],
    queryFn: ({ signal }) =>
      answer(client.GET('/v2/contracts/{contractId}/clauses', { params: { path: { contractId } }, signal })),
  })
  const all = found.data?.items ?? []
  if (all.length === 0) return null
  return <ClausesOfContract all={all} fileId={fileId} onView={onView} />
}

const ClausesOfContract = lazily(load, 'ClausesOfContract')
