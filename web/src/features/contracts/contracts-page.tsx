// All contracts that a person sees.
import { RecordsPage } from '../records/list/records-page.tsx'
import { contractKind } from './contract-kind.ts'
import { contractList } from './contract-list.tsx'

export const ContractsPage = () => <RecordsPage kind={contractKind} list={contractList} />
