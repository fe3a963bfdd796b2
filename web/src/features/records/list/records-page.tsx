// All records of a kind that a person sees.
import { Page } from '../../../components/page.tsx'
import { capitalised } from '../../../lib/words.ts'
import type { ListDefinition } from '../../../list/definition.ts'
import { ListView } from '../../../list/list-view.tsx'
import { CreateLink } from '../../create/creators-only.tsx'
import type { RecordKind } from '../record-kind.ts'
import { useNamedList } from './named-list.ts'
import type { RecordRow } from './record-list.tsx'

export function RecordsPage<Row extends RecordRow>(props: { kind: RecordKind; list: ListDefinition<Row> }) {
  const { kind, list } = props
  const named = useNamedList(kind, list)
  return (
    <Page title={capitalised(kind.names.many)} actions={<CreateLink create={kind} />}>
      <ListView definition={named} />
    </Page>
  )
}
