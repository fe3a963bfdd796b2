// Asking somebody else in place of a signer.
import { useState } from 'react'
import { ReasonDialog } from '../../../components/reason-dialog.tsx'
import { fieldError } from '../../../lib/refusal.ts'
import { type NewSigner, type SignatureRequest, useReplaceSigner } from './requests.ts'
import { requestTexts as texts } from './request-texts.ts'
import { SignerFields } from './send-dialog.tsx'
import classes from './signing.module.css'

export function ReplaceDialog(props: {
  contractId: number
  requestId: number
  signer: SignatureRequest['signers'][number]
  onDone: () => void
  onClose: () => void
}) {
  const { contractId, requestId, signer, onDone, onClose } = props
  const replace = useReplaceSigner(contractId)
  const [next, setNext] = useState<NewSigner>({ name: '', email: '', title: null, party: signer.party })
  const person = { ...next, name: next.name.trim(), email: next.email.trim() }
  return (
    <ReasonDialog
      title={texts.replaceTitle(signer.name)}
      label={texts.replaceReason}
      hint={texts.replaceReasonHint}
      confirmLabel={texts.replaceDo}
      busy={replace.isPending}
      error={replace.error}
      ready={person.name !== '' && person.email !== ''}
      onConfirm={(reason) =>
        replace.mutate({ requestId, body: { place: signer.place, ...person, reason } }, { onSuccess: onDone })
      }
      onClose={onClose}
    >
      <div className={classes.lead}>{texts.replaceText(signer.name)}</div>
      <div className={classes.person}>
        <SignerFields
          signer={next}
          isFirst
          errorOf={(property) => fieldError(replace.error, property)}
          onChange={(part) => setNext({ ...next, ...part })}
        />
      </div>
    </ReasonDialog>
  )
}
