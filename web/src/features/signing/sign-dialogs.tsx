// What a signer does in place of signing: decline, or hand over to somebody else.
import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { ReasonDialog } from '../../components/reason-dialog.tsx'
import { fieldError } from '../../lib/refusal.ts'
import { useAction } from '../../lib/use-action.ts'
import { decline, type HandOver, handOver } from './signing.ts'
import classes from './signing.module.css'
import { signTexts as texts } from './texts.ts'

interface Props {
  token: string
  proof: string
  onDone: () => void
  onClose: () => void
}

export function DeclineDialog({ token, proof, onDone, onClose }: Props) {
  const declined = useAction({ mutationFn: (reason: string) => decline(token, proof, reason) })
  return (
    <ReasonDialog
      title={texts.declineTitle}
      label={texts.reason}
      hint={texts.reasonHint}
      confirmLabel={texts.declineDo}
      busy={declined.isPending}
      error={declined.error}
      danger
      onConfirm={(reason) => declined.mutate(reason, { onSuccess: onDone })}
      onClose={onClose}
    >
      {texts.declineText}
    </ReasonDialog>
  )
}

export function HandOverDialog({ token, proof, onDone, onClose }: Props) {
  const [name, setName] = useState('')
  const [email, setEmail] = useState('')
  const handing = useAction({ mutationFn: (to: HandOver) => handOver(token, proof, to) })
  const to = { name: name.trim(), email: email.trim() }
  return (
    <ReasonDialog
      title={texts.handOverTitle}
      label={texts.reason}
      hint={texts.handOverReasonHint}
      confirmLabel={texts.handOverDo}
      busy={handing.isPending}
      error={handing.error}
      ready={to.name !== '' && to.email !== ''}
      onConfirm={(reason) => handing.mutate({ ...to, reason }, { onSuccess: onDone })}
      onClose={onClose}
    >
      <p className={classes.text}>{texts.handOverText}</p>
      <TextInput
        required
        label={texts.handOverName}
        maxLength={255}
        value={name}
        error={fieldError(handing.error, 'name')}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <TextInput
        required
        type="email"
        label={texts.handOverEmail}
        maxLength={254}
        value={email}
        error={fieldError(handing.error, 'email')}
        onChange={(event) => setEmail(event.currentTarget.value)}
      />
    </ReasonDialog>
  )
}
