// Making a matter.
import { useQuery } from '@tanstack/react-query'
import { Page } from '../../components/page.tsx'
import { useDraft } from '../../forms/use-draft.ts'
import { answer, client } from '../../lib/client.ts'
import { CreatorsOnly } from '../create/creators-only.tsx'
import { emptyDraft, RecordForm } from '../create/record-form.tsx'
import { createTexts } from '../create/texts.ts'
import { matterKind } from './matter-kind.ts'
import { matterFormQuery, matterTypesQuery } from './matter-types.ts'

export function NewMatterPage() {
  return (
    <CreatorsOnly create={matterKind}>
      <NewMatter />
    </CreatorsOnly>
  )
}

function NewMatter() {
  const [draft, setDraft, forget] = useDraft('new-matter', emptyDraft)
  const types = useQuery(matterTypesQuery)
  const form = useQuery(matterFormQuery(draft.typeId))
  const { manager } = draft.options
  return (
    <Page title={createTexts.newRecord(matterKind.names)}>
      <RecordForm
        kind={matterKind}
        draft={draft}
        isEmpty={draft === emptyDraft}
        types={types.data}
        form={form}
        error={types.error}
        onChange={(part) => setDraft({ ...draft, ...part })}
        onForget={forget}
        send={(matter) =>
          answer(
            client.POST('/v2/matters', {
              body: {
                ...matter,
                ...(manager === undefined ? {} : { manager: { user: { id: manager.id } } }),
              },
            }),
          )
        }
      />
    </Page>
  )
}
