// Sending a contract to those who sign it here.
import { Button, Checkbox, CloseButton, Group, Stack, Textarea, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { ActionButton } from '../../../components/action-button.tsx'
import { DateInput } from '../../../components/date-input.tsx'
import { ErrorAlert } from '../../../components/error-alert.tsx'
import { Modal } from '../../../components/floating/modal.tsx'
import { useFormat } from '../../../components/format-context.ts'
import { Loading } from '../../../components/loading.tsx'
import { fieldError } from '../../../lib/refusal.ts'
import { fileQuery } from '../../files/files.ts'
import { documentFactsQuery } from '../facts/document-facts.ts'
import { type NewSigner, useSendForSignature } from './requests.ts'
import { requestTexts as texts } from './request-texts.ts'
import { proposedSignatories } from './signed-copy.ts'
import classes from './signing.module.css'

interface Props {
  contractId: number
  fileId: number
  onClose: () => void
}

export function SendDialog(props: Props) {
  const { contractId, fileId, onClose } = props
  const file = useQuery(fileQuery(fileId))
  const facts = useQuery({ ...documentFactsQuery(contractId), retry: false })
  const today = useFormat().today()
  const proposed = proposedSignatories(facts.data?.facts ?? [], today).map(({ name, title, party }) => ({
    name,
    email: '',
    title,
    party,
  }))
  return (
    <Modal opened onClose={onClose} title={texts.title} size="xl">
      <ErrorAlert error={file.error} />
      {file.isSuccess && !facts.isPending ? (
        <SendForm
          {...props}
          name={file.data.value.name ?? ''}
          version={file.data.value.version ?? 1}
          initial={proposed.length > 0 ? proposed.slice(0, 20) : [nobody]}
        />
      ) : file.isError ? null : (
        <Loading />
      )}
    </Modal>
  )
}

const nobody: NewSigner = { name: '', email: '', title: null, party: null }

const dayAfter = (today: string, days: number) =>
  new Date(new Date(`${today}T00:00:00Z`).getTime() + days * 86_400_000).toISOString().slice(0, 10)

function SendForm(props: Props & { name: string; version: number; initial: readonly NewSigner[] }) {
  const { contractId, onClose, name, version, initial } = props
  const today = useFormat().today()
  const [rows, setRows] = useState(() => initial.map((signer, key) => ({ key, signer })))
  const [inOrder, setInOrder] = useState(false)
  const [message, setMessage] = useState('')
  const [expires, setExpires] = useState(dayAfter(today, 30))
  const send = useSendForSignature(contractId)
  const isPdf = name.toLowerCase().endsWith('.pdf')
  const canSend =
    isPdf && expires !== '' && rows.every(({ signer }) => signer.name.trim() && signer.email.trim())
  const set = (index: number, part: Partial<NewSigner>) =>
    setRows(rows.map((row, at) => (at === index ? { ...row, signer: { ...row.signer, ...part } } : row)))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!canSend) return
    const signers = rows.map(({ signer }) => ({
      ...signer,
      name: signer.name.trim(),
      email: signer.email.trim(),
    }))
    const body = { document: { version }, signers, inOrder, message: message.trim() || null, expires }
    send.mutate(body, { onSuccess: onClose })
  }
  const shown = rows.flatMap((_, index) =>
    ['name', 'email', 'title', 'party'].map((property) => `signers.${index}.${property}`),
  )
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <div className={classes.lead}>{isPdf ? texts.lead(name, version) : texts.notPdf}</div>
        <ErrorAlert error={send.error} shownFields={[...shown, 'expires', 'message']} />
        <ol className={classes.rows}>
          {rows.map(({ key, signer }, index) => (
            <SignerRow
              key={key}
              number={index + 1}
              signer={signer}
              errorOf={(property) => fieldError(send.error, `signers.${index}.${property}`)}
              onChange={(part) => set(index, part)}
              onRemove={rows.length > 1 ? () => setRows(rows.filter((_, at) => at !== index)) : undefined}
            />
          ))}
        </ol>
        <div>
          <Button
            size="xs"
            variant="default"
            disabled={rows.length >= 20}
            onClick={() =>
              setRows([...rows, { key: Math.max(...rows.map(({ key }) => key)) + 1, signer: nobody }])
            }
          >
            {texts.add}
          </Button>
        </div>
        <Checkbox
          label={texts.inOrder}
          checked={inOrder}
          onChange={(event) => setInOrder(event.currentTarget.checked)}
        />
        <Textarea
          label={texts.message}
          description={texts.messageHint}
          autosize
          minRows={2}
          maxRows={8}
          maxLength={2_000}
          value={message}
          error={fieldError(send.error, 'message')}
          onChange={(event) => setMessage(event.currentTarget.value)}
        />
        <DateInput
          size="sm"
          required
          label={texts.expires}
          value={expires}
          error={fieldError(send.error, 'expires')}
          onChange={setExpires}
        />
        <div className={classes.lead}>{texts.kind}</div>
        <Group justify="flex-end">
          <Button variant="default" size="sm" onClick={onClose}>
            {texts.cancel}
          </Button>
          <ActionButton type="submit" size="sm" busy={send.isPending} disabled={!canSend}>
            {texts.send}
          </ActionButton>
        </Group>
      </Stack>
    </form>
  )
}

function SignerRow(props: {
  number: number
  signer: NewSigner
  errorOf: (property: string) => string | undefined
  onChange: (part: Partial<NewSigner>) => void
  onRemove: (() => void) | undefined
}) {
  const { number, signer, errorOf, onChange, onRemove } = props
  const optional = (property: 'title' | 'party') => ({
    size: 'sm',
    maxLength: 255,
    value: signer[property] ?? '',
    error: errorOf(property),
    onChange: (event: { currentTarget: { value: string } }) =>
      onChange({ [property]: event.currentTarget.value === '' ? null : event.currentTarget.value }),
  })
  return (
    <li className={classes.signer} aria-label={texts.row(number)}>
      <TextInput
        {...(number === 1 ? { 'data-autofocus': true } : {})}
        size="sm"
        required
        label={texts.name}
        maxLength={255}
        value={signer.name}
        error={errorOf('name')}
        onChange={(event) => onChange({ name: event.currentTarget.value })}
      />
      <TextInput
        size="sm"
        required
        type="email"
        label={texts.email}
        maxLength={254}
        value={signer.email}
        error={errorOf('email')}
        onChange={(event) => onChange({ email: event.currentTarget.value })}
      />
      <TextInput label={texts.party} {...optional('party')} />
      <TextInput label={texts.position} {...optional('title')} />
      {onRemove ? (
        <CloseButton className={classes.remove ?? ''} aria-label={texts.remove(number)} onClick={onRemove} />
      ) : null}
    </li>
  )
}
