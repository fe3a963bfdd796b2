// Making a contract: from a document that is dropped first, or by a wizard that writes the document from answers.
import { SegmentedControl } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { ErrorAlert } from '../../../components/error-alert.tsx'
import { lazily } from '../../../components/lazily.tsx'
import { Loading } from '../../../components/loading.tsx'
import { hasFeature, useMe } from '../../../components/me-context.ts'
import { Page } from '../../../components/page.tsx'
import { showToast } from '../../../components/toast-store.ts'
import { useDraft } from '../../../forms/use-draft.ts'
import { answer, client } from '../../../lib/client.ts'
import { messageOf } from '../../../lib/refusal-message.ts'
import type { TypeChoice } from '../../create/create.ts'
import { CreatorsOnly } from '../../create/creators-only.tsx'
import { emptyDraft, type NewRecord, type RecordDraft, RecordForm } from '../../create/record-form.tsx'
import { createTexts } from '../../create/texts.ts'
import { overviewQuery } from '../../records/records.ts'
import { contractKind } from '../contract-kind.ts'
import { markUploaded } from '../facts/just-uploaded.ts'
import { contractFormQuery, contractTypesQuery, nameFromFile } from './contract-creation.ts'
import { DocumentDrop, type StagedDocument } from './document-drop.tsx'
import { contractCreationTexts as texts } from './texts.ts'
import { noFacts, saveFacts, type UploadedFacts } from './uploaded-facts.ts'

const KeyFactsFields = lazily(() => import('./key-facts-fields.tsx'), 'KeyFactsFields')
const WizardPreview = lazily(() => import('./wizard-preview.tsx'), 'WizardPreview', <Loading />)

type Way = 'upload' | 'wizard'

interface Draft extends RecordDraft {
  readonly way: Way
  readonly document?: StagedDocument
  readonly facts?: UploadedFacts
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
  const { matter, amends } = useSearch({ from: '/signed-in/contracts/new' })
  // what was begun for one matter or contract is not for another
  const draftName = amends ? `new-amendment/${amends}` : matter ? `new-contract/${matter}` : 'new-contract'
  const [draft, setDraft, forget] = useDraft<Draft>(draftName, empty)
  const me = useMe()
  const isNarrow = useMediaQuery('(max-width: 30em)', false, { getInitialValueInEffect: false })
  const types = useQuery(contractTypesQuery)
  const amended = useQuery(overviewQuery({ kind: contractKind, id: Number(amends ?? Number.NaN) }))
  const amendedName = amended.data?.record.name ?? texts.theContract
  const withWizard = types.data?.filter(({ hasWizard }) => hasWizard) ?? []
  const canUseWizard = hasFeature(me, 'CONTRACT_WIZARD') && withWizard.length > 0
  const set = (part: Partial<Draft>) => setDraft({ ...draft, ...part })
  const offered = draft.way === 'wizard' ? withWizard : types.data
  // a type without a wizard cannot be filled in by one
  const typeId = offered?.some(({ id }) => id === draft.typeId) ? draft.typeId : undefined
  return (
    <Page
      title={createTexts.newRecord(contractKind.names)}
      lead={
        amends !== undefined
          ? texts.forAmended(amendedName)
          : matter === undefined
            ? undefined
            : texts.forMatter
      }
    >
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
          matter={matter}
          amends={amends}
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
  matter: string | undefined
  /** The contract that it amends. */
  amends: string | undefined
  types: readonly TypeChoice[] | undefined
  onChange: (part: Partial<Draft>) => void
  onForget: () => void
  isEmpty: boolean
}) {
  const { draft, matter, amends, onChange } = props
  const { way, typeId, name, document, facts = noFacts } = draft
  const form = useQuery(contractFormQuery(typeId, way, matter))
  const send = async (contract: NewRecord) => {
    const made = await answer(
      client.POST('/v2/contracts', {
        body: {
          ...contract,
          ...(matter === undefined ? {} : { matter: { id: Number(matter) } }),
          ...(way === 'upload' && document ? { document: { id: document.id } } : {}),
        },
      }),
    )
    if (amends !== undefined)
      await contractKind.calls
        .setParent(made.id, Number(amends))
        .catch((error: unknown) => showToast({ text: texts.amendsFailed(messageOf(error)), problem: true }))
    // the contract is there: what is wrong with the facts can be put right on its page
    if (way === 'upload')
      await saveFacts(made.id, facts).catch((error: unknown) =>
        showToast({ text: texts.factsFailed(messageOf(error)), problem: true }),
      )
    if (way === 'upload') markUploaded(made.id)
    return made
  }
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
      renderNext={(parts) =>
        document === undefined ? null : (
          <KeyFactsFields facts={facts} parts={parts} onChange={(said) => onChange({ facts: said })} />
        )
      }
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
