// Saying who signed a contract outside the product, for whom and when.
import { Button, CloseButton, Group, Stack, TextInput } from '@mantine/core'
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
import classes from './signing.module.css'
import { proposedSignatories, type Signatory, signedCopyQuery, useRecordSigned } from './signed-copy.ts'
import { signingTexts as texts } from './texts.ts'

interface Props {
  contractId: number
  fileId: number
  /** Whether recording it executes the contract. */
  executes: boolean
  onClose: () => void
}

export function SignDialog(props: Props) {
  const { contractId, fileId, onClose } = props
  const copy = useQuery(signedCopyQuery(contractId))
  const facts = useQuery({ ...documentFactsQuery(contractId), retry: false })
  const file = useQuery(fileQuery(fileId))
  const format = useFormat()
  const today = format.today()
  const isReady = copy.isSuccess && file.isSuccess && !facts.isPending
  const recorded = copy.data?.value.signatories ?? []
  const proposed = recorded.length > 0 ? recorded : proposedSignatories(facts.data?.facts ?? [], today)
  return (
    <Modal opened onClose={onClose} title={texts.title} size="xl">
      <ErrorAlert error={copy.error ?? file.error} />
      {isReady ? (
        <SignForm
          {...props}
          etag={copy.data?.etag}
          name={file.data.value.name ?? ''}
          version={file.data.value.version ?? 1}
          initial={proposed.length > 0 ? proposed : [nobody(today)]}
        />
      ) : copy.isError || file.isError ? null : (
        <Loading />
      )}
    </Modal>
  )
}

const nobody = (today: string): Signatory => ({ name: '', title: null, party: null, signedOn: today })

type FormProps = Props & {
  etag: string | undefined
  name: string
  version: number
  initial: readonly Signatory[]
}

function SignForm({ contractId, executes, onClose, etag, name, version, initial }: FormProps) {
  const today = useFormat().today()
  const [rows, setRows] = useState(() => initial.map((signatory, key) => ({ key, signatory })))
  const record = useRecordSigned(contractId, etag)
  const set = (index: number, part: Partial<Signatory>) =>
    setRows(
      rows.map((row, at) => (at === index ? { ...row, signatory: { ...row.signatory, ...part } } : row)),
    )
  const canSave = rows.every(({ signatory }) => signatory.name.trim() !== '' && signatory.signedOn !== '')
  const save = (event: FormEvent) => {
    event.preventDefault()
    if (!canSave) return
    record.mutate({ version, signatories: rows.map(({ signatory }) => signatory) }, { onSuccess: onClose })
  }
  const shown = rows.flatMap((_, index) =>
    ['name', 'title', 'party', 'signedOn'].map((property) => `signatories.${index}.${property}`),
  )
  return (
    <form onSubmit={save}>
      <Stack>
        <div>
          <div className={classes.lead}>{texts.lead(name, version)}</div>
          {executes ? <div className={classes.lead}>{texts.executes}</div> : null}
        </div>
        <ErrorAlert error={record.error} shownFields={shown} />
        <ol className={classes.rows}>
          {rows.map(({ key, signatory }, index) => (
            <SignatoryRow
              key={key}
              number={index + 1}
              signatory={signatory}
              latest={today}
              errorOf={(property) => fieldError(record.error, `signatories.${index}.${property}`)}
              onChange={(part) => set(index, part)}
              onRemove={rows.length > 1 ? () => setRows(rows.filter((_, at) => at !== index)) : undefined}
            />
          ))}
        </ol>
        <div>
          <Button
            size="xs"
            variant="default"
            disabled={rows.length >= 50}
            onClick={() =>
              setRows([
                ...rows,
                { key: Math.max(...rows.map(({ key }) => key)) + 1, signatory: nobody(today) },
              ])
            }
          >
            {texts.add}
          </Button>
        </div>
        <Group justify="flex-end">
          <Button variant="default" size="sm" onClick={onClose}>
            {texts.cancel}
          </Button>
          <ActionButton type="submit" size="sm" busy={record.isPending} disabled={!canSave}>
            {executes ? texts.saveAndExecute : texts.save}
          </ActionButton>
        </Group>
      </Stack>
    </form>
  )
}

function SignatoryRow(props: {
  number: number
  signatory: Signatory
  latest: string
  errorOf: (property: string) => string | undefined
  onChange: (part: Partial<Signatory>) => void
  onRemove: (() => void) | undefined
}) {
  const { number, signatory, latest, errorOf, onChange, onRemove } = props
  const text = (property: 'title' | 'party') => ({
    size: 'sm',
    maxLength: 255,
    value: signatory[property] ?? '',
    error: errorOf(property),
    onChange: (event: { currentTarget: { value: string } }) =>
      onChange({ [property]: event.currentTarget.value === '' ? null : event.currentTarget.value }),
  })
  return (
    <li className={classes.row} aria-label={texts.row(number)}>
      <TextInput
        {...(number === 1 ? { 'data-autofocus': true } : {})}
        size="sm"
        required
        label={texts.name}
        maxLength={255}
        value={signatory.name}
        error={errorOf('name')}
        onChange={(event) => onChange({ name: event.currentTarget.value })}
      />
      <TextInput label={texts.signedFor} {...text('party')} />
      <TextInput label={texts.position} {...text('title')} />
      <DateInput
        size="sm"
        required
        label={texts.signedOn}
        max={latest}
        value={signatory.signedOn}
        error={errorOf('signedOn')}
        onChange={(signedOn) => onChange({ signedOn })}
      />
      {onRemove ? (
        <CloseButton className={classes.remove ?? ''} aria-label={texts.remove(number)} onClick={onRemove} />
      ) : null}
    </li>
  )
}
