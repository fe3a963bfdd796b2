// Sending a version of the document to people of the other side.
import { Checkbox, Radio, Stack } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { ErrorAlert } from '../../../components/error-alert.tsx'
import { useFormat } from '../../../components/format-context.ts'
import { Modal } from '../../../components/floating/modal.tsx'
import { Notice } from '../../../components/notice.tsx'
import { Loading } from '../../../components/loading.tsx'
import { fieldError } from '../../../lib/refusal.ts'
import { fileQuery, type HiddenContent, hiddenQuery } from '../../files/files.ts'
import { hiddenWords } from '../../files/hidden-words.ts'
import { EmailInput, NameInput, PeopleRows, useRows } from '../signing/people-rows.tsx'
import { SendButtons, SendingFields, useSending } from '../signing/sending.tsx'
import signing from '../signing/signing.module.css'
import {
  type DocumentShare,
  type NewRecipient,
  type SentContents,
  sharesQuery,
  useShareDocument,
} from './shares.ts'
import { otherSideTexts as texts } from './texts.ts'

interface Props {
  contractId: number
  fileId: number
  /** Whether its stage still allows versions. */
  takesVersions: boolean
  onClose: () => void
}

const nobody: NewRecipient = { name: '', email: '' }
const most = 20
const choices = ['WithoutComments', 'Clean', 'AsIs'] as const satisfies readonly SentContents[]

export function ShareDialog(props: Props) {
  const { contractId, fileId, onClose } = props
  const file = useQuery(fileQuery(fileId))
  const shares = useQuery(sharesQuery(contractId))
  const isWord = file.data?.value.name?.toLowerCase().endsWith('.docx') === true
  const hidden = useQuery({
    ...hiddenQuery(fileId, file.data?.value.version ?? 1),
    enabled: isWord,
    // sending can make a version: what was typed stays until the dialog closes
    placeholderData: keepPreviousData,
  })
  return (
    <Modal opened onClose={onClose} title={texts.title} size="lg">
      <ErrorAlert error={file.error ?? shares.error ?? hidden.error} />
      {file.isSuccess && shares.isSuccess && !(isWord && hidden.isPending) ? (
        <ShareForm
          {...props}
          name={file.data.value.name ?? ''}
          version={file.data.value.version ?? 1}
          hidden={hiddenWords(hidden.data).length === 0 ? undefined : hidden.data}
          initial={lastRecipients(shares.data)}
        />
      ) : file.isError || shares.isError ? null : (
        <Loading />
      )}
    </Modal>
  )
}

/** Those who were sent a version last: most likely they get the next one as well. */
function lastRecipients(shares: readonly DocumentShare[]): readonly NewRecipient[] {
  const version = Math.max(...shares.map(({ document }) => document.version))
  const people = shares
    .filter(({ document, state }) => document.version === version && state !== 'Withdrawn')
    .map(({ name, email }) => ({ name, email }))
  const each = people.filter(({ email }, index) => people.findIndex((one) => one.email === email) === index)
  return each.length === 0 ? [nobody] : each.toReversed().slice(0, most)
}

interface FormProps extends Props {
  name: string
  version: number
  /** What a Word document says besides its text; undefined where there is nothing. */
  hidden: HiddenContent | undefined
  initial: readonly NewRecipient[]
}

function ShareForm(props: FormProps) {
  const { contractId, takesVersions, onClose, name, version, hidden, initial } = props
  const people = useRows(initial)
  const { rows, set } = people
  const [mayUpload, setMayUpload] = useState(takesVersions)
  const [mayComment, setMayComment] = useState(true)
  const [contents, setContents] = useState<SentContents>('WithoutComments')
  const format = useFormat()
  const sending = useSending()
  const send = useShareDocument(contractId)
  const canSend =
    sending.expires !== '' && rows.every(({ person }) => person.name.trim() && person.email.trim())
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!canSend) return
    const body = {
      document: { version },
      people: rows.map(({ person }) => ({ name: person.name.trim(), email: person.email.trim() })),
      ...sending.sent,
      mayUpload,
      mayComment,
      ...(hidden === undefined ? {} : { contents }),
    }
    send.mutate(body, { onSuccess: onClose })
  }
  const shown = rows.flatMap((_, index) => [`people.${index}.name`, `people.${index}.email`])
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <div className={signing.lead}>{texts.lead(name, version)}</div>
        {hidden === undefined ? null : (
          <Notice kind="caution" title={texts.contains(format.list(hiddenWords(hidden)))}>
            <Radio.Group
              aria-label={texts.contents}
              value={contents}
              onChange={(value) => setContents(value)}
            >
              {choices.map((choice) => (
                <Radio
                  key={choice}
                  mt={6}
                  value={choice}
                  label={texts.contentsOf[choice]}
                  description={texts.contentsHint[choice]}
                />
              ))}
            </Radio.Group>
          </Notice>
        )}
        <ErrorAlert error={send.error} shownFields={[...shown, 'expires', 'message']} />
        <PeopleRows people={people} nobody={nobody} most={most} className={signing.signer} texts={texts}>
          {(person, index) => (
            <RecipientFields
              person={person}
              isFirst={index === 0}
              errorOf={(property) => fieldError(send.error, `people.${index}.${property}`)}
              onChange={(part) => set(index, part)}
            />
          )}
        </PeopleRows>
        <Checkbox
          label={texts.mayUpload}
          description={texts.mayUploadHint}
          checked={mayUpload}
          onChange={(event) => setMayUpload(event.currentTarget.checked)}
        />
        <Checkbox
          label={texts.mayComment}
          checked={mayComment}
          onChange={(event) => setMayComment(event.currentTarget.checked)}
        />
        <SendingFields sending={sending} error={send.error} texts={texts} />
        <SendButtons
          cancel={texts.cancel}
          send={texts.do}
          busy={send.isPending}
          disabled={!canSend}
          onClose={onClose}
        />
      </Stack>
    </form>
  )
}

function RecipientFields(props: {
  person: NewRecipient
  isFirst: boolean
  errorOf: (property: keyof NewRecipient) => string | undefined
  onChange: (part: Partial<NewRecipient>) => void
}) {
  const { person, isFirst, errorOf, onChange } = props
  return (
    <>
      <NameInput
        label={texts.name}
        value={person.name}
        error={errorOf('name')}
        isFirst={isFirst}
        onChange={(name) => onChange({ name })}
      />
      <EmailInput
        label={texts.email}
        value={person.email}
        error={errorOf('email')}
        onChange={(email) => onChange({ email })}
      />
    </>
  )
}
