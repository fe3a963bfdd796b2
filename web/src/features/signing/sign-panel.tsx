// Where a signer agrees and signs, or does something else.
import { Button, Checkbox } from '@mantine/core'
import { useState } from 'react'
import { ActionButton } from '../../components/action-button.tsx'
import { ErrorAlert } from '../../components/error-alert.tsx'
import { lazily } from '../../components/lazily.tsx'
import { Panel } from '../../components/panel.tsx'
import { hasStatus } from '../../lib/refusal.ts'
import { useAction } from '../../lib/use-action.ts'
import { fillTexts } from './fields/fill-texts.ts'
import type { Filling } from './fields/use-filling.ts'
import { SignaturePad } from './signature-pad.tsx'
import { type Proven, sign, type Signature } from './signing.ts'
import classes from './signing.module.css'
import { signTexts as texts } from './texts.ts'

const DeclineDialog = lazily(() => import('./sign-dialogs.tsx'), 'DeclineDialog')
const HandOverDialog = lazily(() => import('./sign-dialogs.tsx'), 'HandOverDialog')

export type Outcome = 'signed' | 'declined' | 'handedOver' | 'gone'

export function SignPanel(props: {
  token: string
  proven: Proven
  sha256: string
  isRead: boolean
  filling: Filling
  onAgain: () => void
  onEnd: (outcome: Outcome) => void
}) {
  const { token, proven, sha256, isRead, filling, onAgain, onEnd } = props
  const { name, title, party, consent, proof } = proven
  const [agreed, setAgreed] = useState(false)
  const [asking, setAsking] = useState<'decline' | 'handOver'>()
  const signing = useAction({
    mutationFn: (signature: Signature) => sign(token, proof, signature),
  })
  const { empty } = filling
  const made = empty.length === 0 ? filling.made : undefined
  const signature = made && { consentVersion: consent.version, sha256, ...made }
  return (
    <Panel title={texts.yours}>
      <p className={classes.text}>{texts.capacity(name, title, party)}</p>
      <output className={classes.quiet}>{isRead ? texts.readAll : texts.readFirst}</output>
      <div className={classes.form}>
        <Checkbox
          label={consent.text}
          checked={agreed}
          disabled={!isRead}
          onChange={(event) => setAgreed(event.currentTarget.checked)}
        />
        {filling.signsAtEnd ? (
          <SignaturePad
            name={name}
            label={texts.yours}
            onChange={(drawn) => filling.setPicture('signature', drawn)}
          />
        ) : null}
        {empty.length > 0 ? <output className={classes.quiet}>{fillTexts.left(empty.length)}</output> : null}
        <ErrorAlert error={signing.error}>
          {hasStatus(signing.error, 409) ? (
            <Button
              size="xs"
              variant="default"
              onClick={() => {
                setAgreed(false)
                signing.reset()
                onAgain()
              }}
            >
              {texts.readAgain}
            </Button>
          ) : null}
        </ErrorAlert>
        <div className={classes.acts}>
          <ActionButton
            busy={signing.isPending}
            disabled={!isRead || !agreed || signature === undefined}
            onClick={() =>
              signature &&
              signing.mutate(signature, {
                onSuccess: () => onEnd('signed'),
                onError: (error) => hasStatus(error, 404) && onEnd('gone'),
              })
            }
          >
            {texts.sign}
          </ActionButton>
          <Button variant="default" onClick={() => setAsking('decline')}>
            {texts.declineOpen}
          </Button>
          {proven.mayHandOver ? (
            <Button variant="default" onClick={() => setAsking('handOver')}>
              {texts.handOverOpen}
            </Button>
          ) : null}
        </div>
        <p className={classes.quiet}>{texts.kind}</p>
      </div>
      {asking === 'decline' ? (
        <DeclineDialog
          token={token}
          proof={proof}
          onDone={() => onEnd('declined')}
          onClose={() => setAsking(undefined)}
        />
      ) : null}
      {asking === 'handOver' ? (
        <HandOverDialog
          token={token}
          proof={proof}
          onDone={() => onEnd('handedOver')}
          onClose={() => setAsking(undefined)}
        />
      ) : null}
    </Panel>
  )
}
