// Making a contract: from a document that is dropped first, or by a wizard that writes the document from answers.
import { SegmentedControl } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { ErrorAlert } from '../../../components/error-alert.tsx'
import { Loading } from '../../../components/loading.tsx'
import { hasFeature, useMe } from '../../../components/me-context.ts'
import { Page } from '../../../components/page.tsx'
import { useDraft } from '../../../forms/use-draft.ts'
import { answer, client } from '../../../lib/client.ts'
import type { TypeChoice } from '../../create/create.ts'
import { CreatorsOnly } from '../../create/creators-only.tsx'
import { emptyDraft, type NewRecord, type RecordDraft, RecordForm } from '../../create/record-form.tsx'
import { createTexts } from '../../create/texts.ts'
import { contractKind } from '../contract-kind.ts'
import { contractFormQuery, contractTypesQuery, nameFromFile } from './contract-creation.ts'
import { DocumentDrop, type StagedDocument } from './document-drop.tsx'
import { contractCreationTexts as texts } from './texts.ts'
import { WizardPreview } from './wizard-preview.tsx'

type Way = 'upload' | 'wizard'

interface Draft extends RecordDraft {
  readonly way: Way
  readonly document?: StagedDocument
}

const empty: Draft = { ...emptyDraft, way: 'upload' }

export function NewContractPage() {
  return (
    <CreatorsOnly create={contractKind}>
      <NewContract />
    </CreatorsOnly>
  )
}

function NewContract() {
  const [draft, setDraft, forget] = useDraft<Draft>('new-contract', empty)
  const me = useMe()
  const isNarrow = useMediaQuery('(max-width: 30em)', false, { getInitialValueInEffect: false })
  const types = useQuery(contractTypesQuery)
  const withWizard = types.data?.filter(({ hasWizard }) => hasWizard) ?? []
  const canUseWizard = hasFeature(me, 'CONTRACT_WIZARD') && withWizard.length > 0
  const set = (part: Partial<Draft>) => setDraft({ ...draft, ...part })
  const offered = draft.way === 'wizard' ? withWizard : types.data
  // a type without a wizard cannot be filled in by one
  const typeId = offered?.some(({ id }) => id === draft.typeId) ? draft.typeId : undefined
  return (
    <Page title={createTexts.newRecord(contractKind.names)}>
      <ErrorAlert error={types.error} />
      {canUseWizard ? (
        <div>
          <SegmentedControl
            aria-label={texts.way}
            orientation={isNarrow ? 'vertical' : 'horizontal'}
            fullWidth={isNarrow}
            data={[
              { value: 'upload', label: texts.upload },
              { value: 'wizard', label: texts.wizard },
            ]}
            value={draft.way}
            onChange={(way) => set({ way })}
          />
        </div>
      ) : null}
      {types.isPending ? (
        <Loading />
      ) : (
        <ContractForm
          key={draft.way}
          draft={{ ...draft, typeId }}
          types={offered}
          onChange={set}
          onForget={forget}
          isEmpty={draft === empty}
        />
      )}
    </Page>
  )
}

function ContractForm(props: {
  draft: Draft
  types: readonly TypeChoice[] | undefined
  onChange: (part: Partial<Draft>) => void
  onForget: () => void
  isEmpty: boolean
}) {
  const { draft, onChange } = props
  const { way, typeId, name, document } = draft
  const form = useQuery(contractFormQuery(typeId, way))
  const send = (contract: NewRecord) =>
    answer(
      client.POST('/v2/contracts', {
        body: {
          ...contract,
          ...(way === 'upload' && document ? { document: { id: document.id } } : {}),
        },
      }),
    )
  if (way === 'wizard') {
    return (
      <RecordForm
        {...props}
        kind={contractKind}
        form={form}
        send={send}
        renderBeside={(fields) =>
          typeId === undefined ? null : <WizardPreview typeId={typeId} name={name.trim()} fields={fields} />
        }
      />
    )
  }
  return (
    <RecordForm
      {...props}
      kind={contractKind}
      form={form}
      send={send}
      missing={document ? {} : { document: texts.documentNeeded }}
      renderFirst={(problems) => (
        <DocumentDrop
          document={document}
          error={problems['document']}
          onDocument={(next) =>
            onChange({ document: next, ...(name.trim() === '' ? { name: nameFromFile(next.name) } : {}) })
          }
        />
      )}
    />
  )
}
