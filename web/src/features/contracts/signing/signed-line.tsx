// Who signed a contract, in a line like those of its other facts, and the way to the rest.
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useFormat } from '../../../components/format-context.ts'
import { lazily } from '../../../components/lazily.tsx'
import editing from '../../../forms/editable-field.module.css'
import { signedCopyQuery } from './signed-copy.ts'
import { signingTexts as texts } from './texts.ts'

const SignDialog = lazily(() => import('./sign-dialog.tsx'), 'SignDialog')
const SignedDetails = lazily(() => import('./signed-details.tsx'), 'SignedDetails')

export function SignedLine(props: {
  contractId: number
  fileId: number
  mayRecord: boolean
  mayOpen: boolean
}) {
  const { contractId, fileId, mayRecord, mayOpen } = props
  const copy = useQuery(signedCopyQuery(contractId))
  const format = useFormat()
  const [open, setOpen] = useState<'details' | 'record'>()
  if (!copy.isSuccess) return null
  const signatories = copy.data?.value.signatories ?? []
  const last = signatories
    .map(({ signedOn }) => signedOn)
    .reduce((one, other) => (other > one ? other : one), '')
  const shown =
    signatories.length === 0
      ? texts.none
      : texts.by(format.list(signatories.map(({ name }) => name)), format.date(last))
  const close = () => setOpen(undefined)
  return (
    <div className={editing.row} data-stacked="true">
      <div className={editing.label}>{texts.label}</div>
      {copy.data === null && !mayRecord ? (
        <span className={editing.fixed}>{shown}</span>
      ) : (
        <button
          type="button"
          className={editing.value}
          data-empty={signatories.length === 0}
          aria-label={`${texts.label}: ${shown}. ${copy.data === null ? texts.record : texts.details}`}
          onClick={() => setOpen(copy.data === null ? 'record' : 'details')}
        >
          {shown}
        </button>
      )}
      {open === 'details' && copy.data ? (
        <SignedDetails
          contractId={contractId}
          mayOpen={mayOpen}
          copy={copy.data.value}
          onCorrect={mayRecord ? () => setOpen('record') : undefined}
          onClose={close}
        />
      ) : null}
      {open === 'record' ? (
        <SignDialog contractId={contractId} fileId={fileId} executes={false} onClose={close} />
      ) : null}
    </div>
  )
}
