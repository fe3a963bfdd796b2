// Sending a contract to those who sign it, here or with a signing service.
import { Checkbox, NativeSelect, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useState } from 'react'
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx'
import { ErrorAlert } from '../../../components/error-alert.tsx'
import { Modal } from '../../../components/floating/modal.tsx'
import { useFormat } from '../../../components/format-context.ts'
import { Loading } from '../../../components/loading.tsx'
import { useDraft } from '../../../forms/use-draft.ts'
import { fieldError } from '../../../lib/refusal.ts'
import { type FileDetails, fileQuery } from '../../files/files.ts'
import { documentFactsQuery } from '../facts/document-facts.ts'
import { differenceTexts } from '../facts/difference-texts.ts'
import { DifferencesWarning } from '../facts/differences-notice.tsx'
import { FieldsLine } from './fields/fields-line.tsx'
import {
  type PlacedField,
  placedFrom,
  proposalQuery,
  sentFields,
  withoutSigner,
} from './fields/placed-fields.ts'
import { EmailInput, NameInput, OptionalInput, PeopleRows, useRows } from './people-rows.tsx'
import { ChangeablePdf } from './changeable-pdf.tsx'
import { PdfToSign } from './pdf-to-sign.tsx'
import { type NewSigner, requestsQuery, type SignatureRequest, useSendForSignature } from './requests.ts'
import { requestTexts as texts } from './request-texts.ts'
import { SendButtons, SendingFields, useSending } from './sending.tsx'
import { proposedSignatories } from './signed-copy.ts'
import classes from './signing.module.css'

interface Props {
  contractId: number
  fileId: number
  onClose: () => void
}

/** The signers of a form, and whether each is asked after the one before. */
interface Typed {
  readonly signers: readonly NewSigner[]
  readonly inOrder: boolean
}

export function SendDialog(props: Props) {
  const { contractId, fileId } = props
  const [draft, keep, forget] = useDraft<Typed | null>(`signers/${contractId}`, null)
  const [isLeaving, setLeaving] = useState(false)
  const file = useQuery(fileQuery(fileId))
  const facts = useQuery({ ...documentFactsQuery(contractId), retry: false })
  const today = useFormat().today()
  const requests = useQuery(requestsQuery(contractId))
  const proposed = proposedSignatories(facts.data?.facts ?? [], today).map(({ name, title, party }) => ({
    ...nobody,
    name,
    title,
    party,
  }))
  const onClose = () => (draft === null ? props.onClose() : setLeaving(true))
  return (
    <Modal opened onClose={onClose} title={texts.title} size="xl">
      <ConfirmDialog
        opened={isLeaving}
        title={texts.leaveTitle}
        confirmLabel={texts.leaveDo}
        busy={false}
        error={null}
        danger={false}
        onConfirm={props.onClose}
        onClose={() => setLeaving(false)}
      >
        {texts.leaveText}
      </ConfirmDialog>
      <ErrorAlert error={file.error} />
      {file.isSuccess && !facts.isPending && !requests.isPending ? (
        <SendForm
          {...props}
          file={file.data.value}
          initial={draft ?? signersBefore(requests.data?.items[0]) ?? firstSigners(proposed)}
          onTyped={keep}
          onSent={() => {
            forget()
            props.onClose()
          }}
          onClose={onClose}
        />
      ) : file.isError ? null : (
        <Loading />
      )}
    </Modal>
  )
}

const nobody: NewSigner = { name: '', email: '', title: null, party: null, authenticatorApp: false }

const firstSigners = (proposed: readonly NewSigner[]): Typed => ({
  signers: proposed.length > 0 ? proposed.slice(0, 20) : [nobody],
  inOrder: false,
})

/** Those of the last request, if it ended before everybody had signed. */
function signersBefore(request: SignatureRequest | undefined): Typed | undefined {
  if (!request || request.state === 'Completed') return undefined
  const signers = request.signers.map(({ name, email, title, party, authenticatorApp }) => ({
    name,
    email,
    title,
    party,
    authenticatorApp,
  }))
  return { signers, inOrder: request.inOrder }
}

interface FormProps extends Props {
  file: FileDetails
  initial: Typed
  onTyped: (typed: Typed) => void
  onSent: () => void
}

function SendForm(props: FormProps) {
  const { contractId, onClose, file, initial, onTyped, onSent } = props
  const version = file.version ?? 1
  const isPdf = file.name?.toLowerCase().endsWith('.pdf') === true
  const proposal = useQuery({ ...proposalQuery(contractId, version), enabled: isPdf })
  const [placed, setPlaced] = useState<{ version: number; fields: readonly PlacedField[] }>()
  const traits = proposal.data?.traits ?? []
  const fields = placed?.version === version ? placed.fields : placedFrom(proposal.data?.fields ?? [])
  const setFields = (next: readonly PlacedField[]) => setPlaced({ version, fields: next })
  const [inOrder, setInOrder] = useState(initial.inOrder)
  const all = useRows(initial.signers, (signers) => onTyped({ signers, inOrder }))
  const { rows, set } = all
  const people = {
    ...all,
    remove(index: number) {
      all.remove(index)
      setFields(withoutSigner(fields, index))
    },
  }
  const [placing, setPlacing] = useState(false)
  const [mayHandOver, setMayHandOver] = useState(true)
  const sending = useSending()
  const send = useSendForSignature(contractId)
  const services = useQuery(requestsQuery(contractId)).data?.services ?? []
  const [serviceId, setServiceId] = useState('')
  const service = services.find(({ id }) => String(id) === serviceId)
  const tooFew = fields.some(({ signer }) => signer > rows.length)
  const canSend =
    isPdf &&
    proposal.isSuccess &&
    traits.length === 0 &&
    !tooFew &&
    sending.expires !== '' &&
    rows.every(({ person }) => person.name.trim() && person.email.trim())
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!canSend) return
    const signers = rows.map(({ person }) => ({
      ...person,
      name: person.name.trim(),
      email: person.email.trim(),
      authenticatorApp: person.authenticatorApp === true && !service,
    }))
    const body = {
      document: { version },
      signers,
      fields: [...sentFields(fields)],
      inOrder,
      mayHandOver,
      ...(service ? { service: { id: service.id } } : {}),
      ...sending.sent,
    }
    send.mutate(body, { onSuccess: onSent })
  }
  const shown = rows.flatMap((_, index) =>
    ['name', 'email', 'title', 'party'].map((property) => `signers.${index}.${property}`),
  )
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <DifferencesWarning contractId={contractId} lead={differenceTexts.beforeSigning} />
        <PdfToSign
          contractId={contractId}
          file={file}
          isPdf={isPdf}
          isCovered={placing}
          service={service?.name}
          onBack={onClose}
        />
        {traits.length > 0 ? (
          <ChangeablePdf contractId={contractId} version={version} traits={traits} onBack={onClose} />
        ) : null}
        {services.length > 0 ? (
          <NativeSelect
            size="sm"
            label={texts.with}
            data={[
              { value: '', label: texts.here },
              ...services.map(({ id, name }) => ({ value: String(id), label: name })),
            ]}
            value={serviceId}
            error={fieldError(send.error, 'service')}
            onChange={(event) => setServiceId(event.currentTarget.value)}
          />
        ) : null}
        <ErrorAlert error={send.error} shownFields={[...shown, 'expires', 'message', 'service']} />
        <PeopleRows people={people} nobody={nobody} most={20} className={classes.signer} texts={texts}>
          {(signer, index) => (
            <SignerFields
              signer={signer}
              isFirst={index === 0}
              errorOf={(property) => fieldError(send.error, `signers.${index}.${property}`)}
              onChange={(part) => set(index, part)}
            >
              {service ? null : (
                <Checkbox
                  className={classes.whole ?? ''}
                  label={texts.app}
                  checked={signer.authenticatorApp === true}
                  onChange={(event) => set(index, { authenticatorApp: event.currentTarget.checked })}
                />
              )}
            </SignerFields>
          )}
        </PeopleRows>
        <ErrorAlert error={proposal.error} />
        {proposal.isSuccess ? (
          <FieldsLine
            document={{ fileId: file.id, version }}
            pages={proposal.data.pages}
            signers={rows.map(({ person }) => person.name)}
            fields={fields}
            onChange={setFields}
            open={placing}
            onOpen={setPlacing}
            service={service?.name}
          />
        ) : null}
        {tooFew ? <div className={classes.lead}>{texts.moreSigners}</div> : null}
        <Checkbox
          label={texts.inOrder}
          checked={inOrder}
          onChange={(event) => {
            const next = event.currentTarget.checked
            setInOrder(next)
            onTyped({ signers: rows.map(({ person }) => person), inOrder: next })
          }}
        />
        <Checkbox
          label={texts.mayHandOver}
          checked={mayHandOver}
          onChange={(event) => setMayHandOver(event.currentTarget.checked)}
        />
        <SendingFields sending={sending} error={send.error} texts={texts} />
        <div className={classes.lead}>{service ? texts.kindElsewhere(service.name) : texts.kind}</div>
        <SendButtons
          cancel={texts.cancel}
          send={texts.send}
          busy={send.isPending}
          disabled={!canSend}
          onClose={onClose}
        />
      </Stack>
    </form>
  )
}

/** The fields of one signer. */
export function SignerFields(props: {
  signer: NewSigner
  isFirst: boolean
  errorOf: (property: keyof NewSigner) => string | undefined
  onChange: (part: Partial<NewSigner>) => void
  children?: ReactNode
}) {
  const { signer, isFirst, errorOf, onChange, children } = props
  const of = (property: 'name' | 'email' | 'title' | 'party') => ({
    value: signer[property],
    error: errorOf(property),
  })
  return (
    <>
      <NameInput
        label={texts.name}
        {...of('name')}
        isFirst={isFirst}
        onChange={(name) => onChange({ name })}
      />
      <EmailInput label={texts.email} {...of('email')} onChange={(email) => onChange({ email })} />
      <OptionalInput label={texts.party} {...of('party')} onChange={(party) => onChange({ party })} />
      <OptionalInput label={texts.position} {...of('title')} onChange={(title) => onChange({ title })} />
      {children}
    </>
  )
}
