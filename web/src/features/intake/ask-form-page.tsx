// Asking for one kind of thing: a few questions, and what the department should read.
import { Checkbox, Textarea, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { ActionButton } from '../../components/action-button.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { ErrorAlert } from '../../components/error-alert.tsx'
import { ErrorPanel } from '../../components/error-panel.tsx'
import { TextLink } from '../../components/links.tsx'
import { PageSkeleton } from '../../components/page-skeleton.tsx'
import { Page } from '../../components/page.tsx'
import { showToast } from '../../components/toast-store.ts'
import { type Answers, filledIn, FormFill, ProblemSummary, problemsIn } from '../../forms/form-fill.tsx'
import { fieldsOf, formParts } from '../../forms/form-parts.ts'
import { useDraft } from '../../forms/use-draft.ts'
import { fieldProblems } from '../../lib/field-problem.ts'
import { kinds } from '../../lib/kinds.ts'
import { uploadInto } from '../files/uploads/uploads.ts'
import { Bounds } from './bounds.tsx'
import { DocumentsField } from './documents-field.tsx'
import { type RequestType, requestTypesQuery, useMakeRequest } from './intake.ts'
import classes from './intake.module.css'
import { formTexts as texts } from './texts.ts'

export function AskFormPage() {
  const { typeId } = useParams({ from: '/signed-in/ask/$typeId' })
  const types = useQuery(requestTypesQuery)
  const type = types.data?.items.find(({ id }) => id === Number(typeId))
  return (
    <Page
      key={typeId}
      title={type?.title ?? ''}
      lead={type?.help ?? undefined}
      actions={<TextLink to="/ask">{texts.back}</TextLink>}
    >
      <ErrorPanel error={types.error} retry={types.refetch} />
      {types.isPending ? <PageSkeleton lines={8} /> : null}
      {types.isSuccess && type === undefined ? <EmptyState title={texts.gone} /> : null}
      {type === undefined ? null : <AskForm type={type} />}
    </Page>
  )
}

interface Draft {
  readonly name: string
  readonly description: string
  readonly urgent: boolean
  readonly answers: Answers
}

const ownFields = [
  { id: 'description', label: texts.description },
  { id: 'name', label: texts.name },
]

const nothing: Draft = { name: '', description: '', urgent: false, answers: {} }

function AskForm({ type }: { type: RequestType }) {
  const parts = formParts(type.form.parts)
  const makesContract = typeof type.contractType?.id === 'number'
  const [draft, setDraft, forget] = useDraft<Draft>(`request/${type.id}`, nothing)
  const [documents, setDocuments] = useState<readonly File[]>([])
  // when it was sent; what has been put right since is no longer marked
  const [missing, setMissing] = useState<Readonly<Record<string, string>>>({})
  const navigate = useNavigate()
  const send = useMakeRequest()
  const fields = [...ownFields, ...fieldsOf(parts)]
  const wrong = {
    ...(draft.description.trim() === '' && !makesContract ? { description: texts.descriptionMissing } : {}),
    ...problemsIn(parts, draft.answers),
  }
  const refused = fieldProblems(send.error, fields)
  const open = Object.entries(missing).filter(([id]) => id in wrong)
  const problems = { ...Object.fromEntries(open), ...refused }
  // a list that got shorter as one types would take the focus each time
  const listed = { ...(open.length > 0 ? missing : {}), ...refused }
  const labels = new Map(fields.map(({ id, label }) => [id, label]))

  function submit(event: FormEvent) {
    event.preventDefault()
    const description = draft.description.trim()
    setMissing(wrong)
    if (Object.keys(wrong).length > 0) return
    const name = draft.name.trim()
    const body = {
      type: { id: type.id },
      name: name === '' ? null : name,
      ...(description === '' ? {} : { description }),
      ...(draft.urgent ? { urgent: true } : {}),
      fields: filledIn(parts, draft.answers),
    }
    send.mutate(body, {
      onSuccess: ({ id, selfService, contract }) => {
        forget()
        if (documents.length > 0) {
          // without the legal department there is no matter
          const record =
            selfService && contract
              ? { type: kinds.contract.type, id: contract.id }
              : { type: kinds.matter.type, id }
          const place = { record, folderId: null, folderName: '' } as const
          const files = documents.map((file) => ({ file, path: [] }))
          void uploadInto(place, { files, emptyFolders: [] })
        }
        showToast({ text: selfService ? texts.made : texts.sent })
        void navigate({ to: '/requests/$requestId', params: { requestId: String(id) } })
      },
    })
  }

  const about = (
    <div data-field="description">
      <Textarea
        label={makesContract ? texts.aboutContract : texts.description}
        description={makesContract ? texts.aboutContractHint : texts.descriptionHint}
        required={!makesContract}
        autosize
        minRows={makesContract ? 2 : 4}
        maxRows={16}
        value={draft.description}
        error={problems['description']}
        onChange={(event) => setDraft({ ...draft, description: event.currentTarget.value })}
      />
    </div>
  )

  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <ProblemSummary
        problems={Object.entries(listed).map(([id, problem]) => ({
          id,
          problem,
          label: labels.get(id) ?? id,
        }))}
      />
      <ErrorAlert error={send.error} shownFields={Object.keys(problems)} />
      {makesContract ? <Bounds type={type} parts={parts} /> : about}
      <FormFill
        parts={parts}
        answers={draft.answers}
        problems={problems}
        onChange={(answers) => setDraft({ ...draft, answers })}
      />
      {makesContract ? about : null}
      <DocumentsField files={documents} onChange={setDocuments} />
      <div data-field="name">
        <TextInput
          size="sm"
          label={texts.name}
          description={texts.nameHint}
          placeholder={type.title}
          value={draft.name}
          error={problems['name']}
          onChange={(event) => setDraft({ ...draft, name: event.currentTarget.value })}
        />
      </div>
      <Checkbox
        label={texts.urgent}
        checked={draft.urgent}
        onChange={(event) => setDraft({ ...draft, urgent: event.currentTarget.checked })}
      />
      <div>
        <ActionButton type="submit" busy={send.isPending}>
          {makesContract ? texts.sendContract : texts.send}
        </ActionButton>
      </div>
    </form>
  )
}
