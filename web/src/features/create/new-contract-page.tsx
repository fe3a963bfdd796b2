// Making a contract: from a document that is dropped first, or by a wizard that writes the document from answers.
import { SegmentedControl, TextInput } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { ActionButton } from '../../components/action-button.tsx'
import { ErrorAlert } from '../../components/error-alert.tsx'
import { LinkButton } from '../../components/link-button.tsx'
import { Loading } from '../../components/loading.tsx'
import { hasFeature, useMe } from '../../components/me-context.ts'
import { Page } from '../../components/page.tsx'
import { type Answers, filledIn, FormFill, ProblemSummary } from '../../forms/form-fill.tsx'
import { formParts } from '../../forms/form-parts.ts'
import { useDraft } from '../../forms/use-draft.ts'
import { answer, client } from '../../lib/client.ts'
import { showDone } from '../records/show-done.ts'
import { useSignedIn } from '../session/session.ts'
import { contractFormQuery, contractTypesQuery, nameFromFile, rememberType } from './create.ts'
import classes from './create.module.css'
import { DocumentDrop, type StagedDocument } from './document-drop.tsx'
import { MoreOptions, type Options } from './more-options.tsx'
import { CreatorsOnly } from './creators-only.tsx'
import { createTexts as texts } from './texts.ts'
import { TypeSelect } from './type-select.tsx'
import { useNewRecord } from './use-new-record.ts'
import { WizardPreview } from './wizard-preview.tsx'

type Way = 'upload' | 'wizard'

interface Draft {
  readonly way: Way
  readonly typeId?: number | undefined
  readonly name: string
  readonly answers: Answers
  readonly options: Options
  readonly document?: StagedDocument
}

const empty: Draft = { way: 'upload', name: '', answers: {}, options: {} }

export function NewContractPage() {
  return (
    <CreatorsOnly create="contract">
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
    <Page title={texts.newContract}>
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

interface FormProps {
  readonly draft: Draft
  readonly types: Parameters<typeof TypeSelect>[0]['types']
  readonly onChange: (part: Partial<Draft>) => void
  readonly onForget: () => void
  readonly isEmpty: boolean
}

function ContractForm({ draft, types, onChange, onForget, isEmpty }: FormProps) {
  const { way, typeId, name, answers, options, document } = draft
  const { user } = useSignedIn()
  const navigate = useNavigate()
  const form = useQuery(contractFormQuery(typeId, way))
  const parts = useMemo(() => formParts(form.data?.parts), [form.data])
  const fields = filledIn(parts, answers)
  const record = useNewRecord(
    'contracts',
    () => answer(client.POST('/v2/contracts', { body: bodyOf(draft, fields) })),
    (id) => {
      if (typeId !== undefined) rememberType(user.id, 'contracts', typeId)
      onForget()
      showDone(texts.created(name.trim()))
      void navigate({ to: '/contracts/$id', params: { id: String(id) } })
    },
  )
  const problems = record.problemsOf(parts)
  const missing = way === 'upload' && !document ? { document: texts.documentNeeded } : {}

  const questions = (
    <form
      noValidate
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault()
        record.submit({ typeId, name, parts, answers, others: missing })
      }}
    >
      <ErrorAlert error={form.error} />
      <ProblemSummary key={record.attempt} problems={record.summary(parts)} />
      {Object.keys(problems).length === 0 ? <ErrorAlert error={record.error} /> : null}
      <div className={classes.box}>
        {way === 'upload' ? (
          <DocumentDrop
            document={document}
            error={problems['document']}
            onDocument={(next) =>
              onChange({ document: next, ...(name.trim() === '' ? { name: nameFromFile(next.name) } : {}) })
            }
          />
        ) : null}
        <TypeSelect
          kind="contracts"
          types={types}
          value={typeId}
          error={problems['type']}
          onChange={(chosen) => onChange({ typeId: chosen })}
        />
        <div data-field="name">
          <TextInput
            size="sm"
            label={texts.name}
            withAsterisk
            aria-required
            maxLength={255}
            value={name}
            error={problems['name']}
            onChange={(event) => onChange({ name: event.currentTarget.value })}
          />
        </div>
        {form.isLoading ? <Loading label={texts.loadingForm} /> : null}
        <FormFill
          parts={parts}
          answers={answers}
          problems={problems}
          onChange={(next) => onChange({ answers: next })}
        />
        <MoreOptions
          withManager={false}
          options={options}
          problems={problems}
          onChange={(next) => onChange({ options: next })}
        />
      </div>
      <div className={classes.acts}>
        <ActionButton type="submit" busy={record.busy}>
          {texts.createContract}
        </ActionButton>
        {isEmpty ? null : <LinkButton onClick={onForget}>{texts.discard}</LinkButton>}
      </div>
    </form>
  )
  if (way === 'upload' || typeId === undefined) return questions
  return (
    <div className={classes.columns}>
      {questions}
      <WizardPreview typeId={typeId} name={name.trim()} fields={fields} />
    </div>
  )
}

function bodyOf(draft: Draft, fields: Readonly<Record<string, unknown>>) {
  const { way, typeId = 0, name, options, document } = draft
  const { owner, restricted } = options
  return {
    type: { id: typeId },
    name: name.trim(),
    fields,
    ...(way === 'upload' && document ? { document: { id: document.id } } : {}),
    ...(owner === undefined ? {} : { owner: { id: owner.id } }),
    ...(restricted === true ? { restricted } : {}),
  }
}
