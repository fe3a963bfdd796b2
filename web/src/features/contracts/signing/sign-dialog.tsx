// Saying who signed a contract outside the product, for whom and when.
import { Button, Group, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { ActionButton } from '../../../components/action-button.tsx'
import { DateInput } from '../../../components/date-input.tsx'
import { ErrorAlert } from '../../../components/error-alert.tsx'
import { Modal } from '../../../components/floating/modal.tsx'
import { useFormat } from '../../../components/format-context.ts'
import { Loading } from '../../../components/loading.tsx'
import { fieldError } from '../../../lib/refusal.ts'
import { fileQuery } from '../../files/files.ts'
import { documentFactsQuery } from '../facts/document-facts.ts'
import { NameInput, OptionalInput, PeopleRows, useRows } from './people-rows.tsx'
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
  const people = useRows(initial)
  const { rows, set } = people
  const record = useRecordSigned(contractId, etag)
  const canSave = rows.every(({ person }) => person.name.trim() !== '' && person.signedOn !== '')
  const save = (event: FormEvent) => {
    event.preventDefault()
    if (!canSave) return
    record.mutate({ version, signatories: rows.map(({ person }) => person) }, { onSuccess: onClose })
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
        <PeopleRows people={people} nobody={nobody(today)} most={50} className={classes.row} texts={texts}>
          {(signatory, index) => (
            <SignatoryFields
              signatory={signatory}
              isFirst={index === 0}
              latest={today}
              errorOf={(property) => fieldError(record.error, `signatories.${index}.${property}`)}
              onChange={(part) => set(index, part)}
            />
          )}
        </PeopleRows>
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

function SignatoryFields(props: {
  signatory: Signatory
  isFirst: boolean
  latest: string
  errorOf: (property: keyof Signatory) => string | undefined
  onChange: (part: Partial<Signatory>) => void
}) {
  const { signatory, isFirst, latest, errorOf, onChange } = props
  const of = (property: keyof Signatory) => ({ value: signatory[property], error: errorOf(property) })
  return (
    <>
      <NameInput
        label={texts.name}
        {...of('name')}
        isFirst={isFirst}
        onChange={(name) => onChange({ name })}
      />
      <OptionalInput label={texts.signedFor} {...of('party')} onChange={(party) => onChange({ party })} />
      <OptionalInput label={texts.position} {...of('title')} onChange={(title) => onChange({ title })} />
      <DateInput
        size="sm"
        required
        label={texts.signedOn}
        max={latest}
        value={signatory.signedOn}
        error={errorOf('signedOn')}
        onChange={(signedOn) => onChange({ signedOn })}
      />
    </>
  )
}
