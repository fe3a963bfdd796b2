// Who of the other side has the document, what they sent back, and what can be done about it.
import { ActionIcon, Button, Group, Stack } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { useState } from 'react'
import { ActionButton } from '../../../components/action-button.tsx'
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx'
import { DateInput } from '../../../components/date-input.tsx'
import { ErrorAlert } from '../../../components/error-alert.tsx'
import { Menu } from '../../../components/floating/menu.ts'
import { Modal } from '../../../components/floating/modal.tsx'
import { useFormat } from '../../../components/format-context.ts'
import { ButtonLink, TextLink } from '../../../components/links.tsx'
import { Notice } from '../../../components/notice.tsx'
import { StateBadge } from '../../../components/state-badge.tsx'
import { fieldError } from '../../../lib/refusal.ts'
import { stateOf } from '../../../lib/states.ts'
import { wordsOf } from '../../files/file/document-view.ts'
import { untrackedWords } from '../../files/hidden-words.ts'
import { AcceptDialog } from './accept-dialog.tsx'
import classes from './shares-panel.module.css'
import {
  type DocumentReturn,
  type DocumentShare,
  shareStates,
  useAcceptReturn,
  useDeclineReturn,
  useExtendShare,
  useSendAgain,
  useUnlockShare,
  useWithdrawShare,
} from './shares.ts'
import { requestTexts } from '../signing/request-texts.ts'
import { otherSideTexts as texts } from './texts.ts'

interface Props {
  contractId: number
  fileId: number
  mayAct: boolean
  /** Whether it is still negotiated: later only what waits for an answer is shown at once. */
  isNegotiable: boolean
  shares: readonly DocumentShare[]
}

/** What has ended is shown on demand, unless there is something to decide on. */
const isOver = ({ state, returns, locked }: DocumentShare, isNegotiable: boolean): boolean =>
  (!isNegotiable || state === 'Withdrawn' || state === 'Expired') &&
  !locked &&
  !returns.some((each) => each.state === 'Offered')

export function SharesPanel(props: Props) {
  const { shares, isNegotiable } = props
  const [all, setAll] = useState(false)
  const over = shares.filter((share) => isOver(share, isNegotiable))
  return (
    <section className={classes.panel} aria-labelledby="with-the-other-side">
      <div className={classes.top}>
        <h2 id="with-the-other-side" className={classes.title}>
          {texts.panel}
        </h2>
        {over.length > 0 && !all ? (
          <Button variant="subtle" size="compact-sm" onClick={() => setAll(true)}>
            {isNegotiable ? texts.ended(over.length) : texts.people(over.length)}
          </Button>
        ) : null}
      </div>
      {all || over.length < shares.length ? (
        <ul className={classes.list}>
          {shares
            .filter((share) => all || !over.includes(share))
            .map((share) => (
              <li key={share.id} className={classes.share}>
                <ShareRow {...props} share={share} />
                {share.returns.map((returned) => (
                  <ReturnRow key={returned.id} {...props} share={share} returned={returned} />
                ))}
              </li>
            ))}
        </ul>
      ) : null}
    </section>
  )
}

function ShareRow({ contractId, mayAct, share }: Props & { share: DocumentShare }) {
  const format = useFormat()
  const { name, email, state, document, lastDay, mailed, opened } = share
  const again = useSendAgain(contractId)
  const [asking, setAsking] = useState<'withdraw' | 'extend'>()
  const facts = [
    email,
    texts.version(document.version),
    opened ? texts.openedAt(format.dateTime(opened)) : texts.sentAt(format.dateTime(mailed)),
    texts.until(format.date(lastDay)),
  ]
  const isOpen = state !== 'Withdrawn' && state !== 'Expired'
  return (
    <>
      <div className={classes.head}>
        <span className={classes.name}>{name}</span>
        <StateBadge state={stateOf(shareStates, state)} />
        {mayAct && state !== 'Withdrawn' ? (
          <Menu position="bottom-end" withinPortal>
            <Menu.Target>
              <ActionIcon variant="subtle" color="gray" aria-label={texts.menu(name)}>
                <IconDots size={16} aria-hidden="true" />
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
              {isOpen ? <Menu.Item onClick={() => again.mutate(share.id)}>{texts.again}</Menu.Item> : null}
              <Menu.Item onClick={() => setAsking('extend')}>{texts.extend}</Menu.Item>
              <Menu.Item onClick={() => setAsking('withdraw')}>{texts.withdraw}</Menu.Item>
            </Menu.Dropdown>
          </Menu>
        ) : null}
      </div>
      <div className={classes.facts}>{facts.join(' · ')}</div>
      {share.locked && mayAct ? <LockedShare contractId={contractId} share={share} /> : null}
      <ErrorAlert error={again.error} />
      {asking === 'withdraw' ? (
        <WithdrawDialog contractId={contractId} share={share} onClose={() => setAsking(undefined)} />
      ) : null}
      {asking === 'extend' ? (
        <ExtendDialog contractId={contractId} share={share} onClose={() => setAsking(undefined)} />
      ) : null}
    </>
  )
}

/** That their codes are refused, and the end of it. */
function LockedShare({ contractId, share }: { contractId: number; share: DocumentShare }) {
  const unlock = useUnlockShare(contractId)
  return (
    <Notice kind="caution" title={requestTexts.locked}>
      <ErrorAlert error={unlock.error} />
      <ActionButton
        size="compact-sm"
        variant="default"
        busy={unlock.isPending}
        onClick={() => unlock.mutate(share.id)}
      >
        {requestTexts.unlock}
      </ActionButton>
    </Notice>
  )
}

interface DialogProps {
  contractId: number
  share: DocumentShare
  onClose: () => void
}

function WithdrawDialog({ contractId, share, onClose }: DialogProps) {
  const withdraw = useWithdrawShare(contractId)
  return (
    <ConfirmDialog
      opened
      title={texts.withdrawTitle(share.name)}
      confirmLabel={texts.withdrawDo}
      busy={withdraw.isPending}
      error={withdraw.error}
      onConfirm={() => withdraw.mutate(share.id, { onSuccess: onClose })}
      onClose={onClose}
    >
      {texts.withdrawText}
    </ConfirmDialog>
  )
}

function ExtendDialog({ contractId, share, onClose }: DialogProps) {
  const extend = useExtendShare(contractId)
  const [expires, setExpires] = useState(share.lastDay)
  return (
    <Modal opened onClose={onClose} title={texts.extendTitle(share.name)}>
      <Stack>
        <ErrorAlert error={extend.error} shownFields={['expires']} />
        <DateInput
          size="sm"
          required
          label={texts.expires}
          value={expires}
          error={fieldError(extend.error, 'expires')}
          onChange={setExpires}
        />
        <Group justify="flex-end">
          <Button variant="default" size="sm" onClick={onClose}>
            {texts.cancel}
          </Button>
          <ActionButton
            size="sm"
            busy={extend.isPending}
            disabled={expires === ''}
            onClick={() => extend.mutate({ shareId: share.id, expires }, { onSuccess: onClose })}
          >
            {texts.extendDo}
          </ActionButton>
        </Group>
      </Stack>
    </Modal>
  )
}

function ReturnRow(props: Props & { share: DocumentShare; returned: DocumentReturn }) {
  const { contractId, fileId, mayAct, share, returned } = props
  const format = useFormat()
  const decline = useDeclineReturn(contractId)
  const accept = useAcceptReturn(contractId)
  const [accepting, setAccepting] = useState(false)
  const { file, name, state, untracked } = returned
  const { document } = share
  return (
    <div className={classes.returned}>
      <div>{texts.returned(share.name, format.dateTime(returned.returned))}</div>
      <div className={classes.acts}>
        {file ? (
          <TextLink to="/files/$id" params={{ id: String(file.id) }} className={classes.file ?? ''}>
            {name}
          </TextLink>
        ) : (
          <span className={classes.file}>{name}</span>
        )}
        {state === 'Offered' ? null : (
          <span className={classes.facts}>{state === 'Accepted' ? texts.isAccepted : texts.isDeclined}</span>
        )}
        {file ? null : <span className={classes.facts}>{texts.gone}</span>}
        {untracked ? <strong className={classes.untracked}>{untrackedWords(untracked)}</strong> : null}
      </div>
      <ErrorAlert error={decline.error} />
      <div className={classes.acts}>
        {file ? (
          <ButtonLink
            size="xs"
            variant="default"
            to="/files/$id"
            params={{ id: String(file.id) }}
            search={wordsOf(file.id, { compare: { fileId: document.id, version: document.version } })}
          >
            {texts.compare}
          </ButtonLink>
        ) : null}
        {mayAct && file && state !== 'Accepted' ? (
          <Button size="xs" onClick={() => setAccepting(true)}>
            {texts.accept}
          </Button>
        ) : null}
        {mayAct && state === 'Offered' ? (
          <ActionButton
            size="xs"
            variant="default"
            busy={decline.isPending}
            onClick={() => decline.mutate({ shareId: share.id, returnId: returned.id })}
          >
            {texts.decline}
          </ActionButton>
        ) : null}
      </div>
      {accepting ? (
        <AcceptDialog
          fileId={fileId}
          name={name}
          busy={accept.isPending}
          error={accept.error}
          onAccept={(version) =>
            accept.mutate(
              { shareId: share.id, returnId: returned.id, version },
              { onSuccess: () => setAccepting(false) },
            )
          }
          onClose={() => setAccepting(false)}
        />
      ) : null}
    </div>
  )
}
