// What is recorded of the signatures of a contract.
import { Button, Group, Stack } from '@mantine/core'
import { useState } from 'react'
import { ActionButton } from '../../../components/action-button.tsx'
import { DescriptionList } from '../../../components/description-list.tsx'
import { Modal } from '../../../components/floating/modal.tsx'
import { useFormat } from '../../../components/format-context.ts'
import { ErrorAlert } from '../../../components/error-alert.tsx'
import { TextLink } from '../../../components/links.tsx'
import { Notice } from '../../../components/notice.tsx'
import { ReasonDialog } from '../../../components/reason-dialog.tsx'
import { creationRoute } from '../../../lib/addresses/route-of.ts'
import { contractKind } from '../contract-kind.ts'
import { type SignedCopy, useEndCorrection, useOpenForCorrection } from './signed-copy.ts'
import classes from './signing.module.css'
import { nextStepTexts } from '../texts.ts'
import { signingTexts as texts } from './texts.ts'

export function SignedDetails(props: {
  contractId: number
  copy: SignedCopy
  /** Whether they may open it for a correction, and lock it again. */
  mayOpen: boolean
  onCorrect: (() => void) | undefined
  onClose: () => void
}) {
  const { contractId, copy, mayOpen, onCorrect, onClose } = props
  const format = useFormat()
  const opening = useOpenForCorrection(contractId)
  const [asking, setAsking] = useState(false)
  const { document, signatories, recorded } = copy
  if (asking)
    return (
      <ReasonDialog
        title={texts.correctionTitle}
        label={texts.correctionReason}
        hint={texts.correctionReasonHint}
        confirmLabel={texts.correctionDo}
        busy={opening.isPending}
        error={opening.error}
        onConfirm={(reason) => opening.mutate(reason, { onSuccess: onClose })}
        onClose={() => setAsking(false)}
      >
        {texts.correctionText}
      </ReasonDialog>
    )
  return (
    <Modal opened onClose={onClose} title={texts.details}>
      <Stack>
        {document.isCurrent ? null : (
          <Notice kind="caution" title={texts.later}>
            {null}
          </Notice>
        )}
        <ul className={classes.names}>
          {signatories.map(({ name, title, party, signedOn }) => (
            <li key={`${name} ${party} ${signedOn}`}>
              <div className={classes.name}>{name}</div>
              <div className={classes.lead}>
                {[title, party, format.date(signedOn)].filter((part) => part !== null).join(' · ')}
              </div>
            </li>
          ))}
        </ul>
        <DescriptionList
          facts={[
            [texts.version, texts.versionOf(document.version)],
            [
              texts.sha256,
              <span key="hash" className={classes.hash}>
                {document.sha256}
              </span>,
            ],
            [
              texts.recordedBy,
              texts.who(recorded.userName ?? '', recorded.dateUtc ? format.dateTime(recorded.dateUtc) : ''),
            ],
          ]}
        />
        {copy.locked ? (
          <Lock contractId={contractId} copy={copy} mayOpen={mayOpen} onOpen={() => setAsking(true)} />
        ) : null}
        <Group justify="flex-end">
          {onCorrect ? (
            <Button size="sm" variant="default" onClick={onCorrect}>
              {texts.correct}
            </Button>
          ) : null}
          <Button size="sm" data-autofocus onClick={onClose}>
            {texts.close}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}

/** What is locked, and how it is changed nevertheless. */
function Lock(props: { contractId: number; copy: SignedCopy; mayOpen: boolean; onOpen: () => void }) {
  const { contractId, copy, mayOpen, onOpen } = props
  const format = useFormat()
  const ending = useEndCorrection(contractId)
  const { correction } = copy
  if (correction)
    return (
      <>
        <Notice kind="caution" title={texts.correcting(correction.reason, format.dateTime(correction.since))}>
          {null}
        </Notice>
        <ErrorAlert error={ending.error} />
        {mayOpen ? (
          <div>
            <ActionButton size="xs" busy={ending.isPending} onClick={() => ending.mutate(undefined)}>
              {texts.endCorrection}
            </ActionButton>
          </div>
        ) : null}
      </>
    )
  return (
    <>
      <div className={classes.lead}>{texts.locked}</div>
      <Group gap="md">
        <TextLink size="sm" to={creationRoute(contractKind.names)} search={{ amends: String(contractId) }}>
          {nextStepTexts.amend}
        </TextLink>
        {mayOpen ? (
          <Button size="xs" variant="default" onClick={onOpen}>
            {texts.openCorrection}
          </Button>
        ) : null}
      </Group>
    </>
  )
}
