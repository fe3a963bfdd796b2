// All matters that a person sees.
import { RecordsPage } from '../records/list/records-page.tsx'
import { matterKind } from './matter-kind.ts'
import { matterList } from './matter-list.tsx'

export const MattersPage = () => <RecordsPage kind={matterKind} list={matterList} />
