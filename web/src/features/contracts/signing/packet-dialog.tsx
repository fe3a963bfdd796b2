// Making a packet to print and sign in ink.
import { Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { ErrorAlert } from '../../../components/error-alert.tsx'
import { Modal } from '../../../components/floating/modal.tsx'
import { useFormat } from '../../../components/format-context.ts'
import { Loading } from '../../../components/loading.tsx'
import { fieldError } from '../../../lib/refusal.ts'
import { saveBytes } from '../../../lib/save-bytes.ts'
import { fileQuery } from '../../files/files.ts'
import { documentFactsQuery } from '../facts/document-facts.ts'
import { ChangeablePdf } from './changeable-pdf.tsx'
import { proposalQuery } from './fields/placed-fields.ts'
import { packetTexts as texts } from './packet-texts.ts'
import { NameInput, OptionalInput, PeopleRows, useRows } from './people-rows.tsx'
import { type PacketSigner, useMakePacket } from './requests.ts'
import { SendButtons } from './sending.tsx'
import { proposedSignatories } from './signed-copy.ts'
import classes from './signing.module.css'

interface Props {
  contractId: number
  fileId: number
  onClose: () => void
}

const nobody: PacketSigner = { name: '', title: null, party: null }

export function PacketDialog(props: Props) {
  const { contractId, fileId, onClose } = props
  const file = useQuery(fileQuery(fileId))
  const facts = useQuery({ ...documentFactsQuery(contractId), retry: false })
  const today = useFormat().today()
  const proposed = proposedSignatories(facts.data?.facts ?? [], today).map(
    ({ name, title, party }): PacketSigner => ({ name, title, party }),
  )
  return (
    <Modal opened onClose={onClose} title={texts.title} size="xl">
      <ErrorAlert error={file.error} />
      {file.isSuccess && !facts.isPending ? (
        <PacketForm
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

function PacketForm(props: Props & { name: string; version: number; initial: readonly PacketSigner[] }) {
  const { contractId, onClose, name, version, initial } = props
  const people = useRows(initial)
  const { rows, set } = people
  const make = useMakePacket(contractId)
  const isPdf = name.toLowerCase().endsWith('.pdf')
  const proposal = useQuery({ ...proposalQuery(contractId, version), enabled: isPdf })
  const traits = proposal.data?.traits ?? []
  const canMake = traits.length === 0 && rows.every(({ person }) => person.name.trim() !== '')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!canMake) return
    make.mutate(
      { document: { version }, signers: rows.map(({ person }) => person) },
      {
        onSuccess: (bytes) => {
          saveBytes(bytes, 'application/pdf', texts.fileName(name))
          onClose()
        },
      },
    )
  }
  const shown = rows.flatMap((_, index) =>
    ['name', 'title', 'party'].map((property) => `signers.${index}.${property}`),
  )
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <div className={classes.lead}>{texts.lead(name, version)}</div>
        {traits.length > 0 ? (
          <ChangeablePdf contractId={contractId} version={version} traits={traits} onBack={onClose} />
        ) : null}
        <ErrorAlert error={make.error} shownFields={shown} />
        <PeopleRows people={people} nobody={nobody} most={20} className={classes.signer} texts={texts}>
          {(signer, index) => {
            const of = (property: keyof PacketSigner) => ({
              value: signer[property],
              error: fieldError(make.error, `signers.${index}.${property}`),
            })
            return (
              <>
                <NameInput
                  label={texts.name}
                  {...of('name')}
                  isFirst={index === 0}
                  onChange={(next) => set(index, { name: next })}
                />
                <OptionalInput
                  label={texts.party}
                  {...of('party')}
                  onChange={(party) => set(index, { party })}
                />
                <OptionalInput
                  label={texts.position}
                  {...of('title')}
                  onChange={(title) => set(index, { title })}
                />
              </>
            )
          }}
        </PeopleRows>
        <SendButtons
          cancel={texts.cancel}
          send={texts.make}
          busy={make.isPending}
          disabled={!canMake}
          onClose={onClose}
        />
      </Stack>
    </form>
  )
}
