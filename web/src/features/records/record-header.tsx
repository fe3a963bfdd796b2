// The head of a record's page: what it is, its name, its path of states, and what can be done with it.
import { ActionIcon, Badge, Button, Title } from '@mantine/core'
import { Menu } from '../../components/floating/menu.ts'
import { IconDots, IconGavel, IconLock, IconMessage2Up, IconStar, IconStarFilled } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useRef, useState } from 'react'
import { useFormat } from '../../components/format-context.ts'
import { lazily } from '../../components/lazily.tsx'
import { Notice } from '../../components/notice.tsx'
import { StateBadge } from '../../components/state-badge.tsx'
import { TextLink } from '../../components/links.tsx'
import { useArrival } from '../../components/page.tsx'
import { ErrorAlert } from '../../components/error-alert.tsx'
import { listRoute } from '../../lib/addresses/route-of.ts'
import type { RecordOverview } from './record-calls.ts'
import classes from './record-header.module.css'
import { useFavourite } from './favourite.ts'
import {
  type CostOfMove,
  type RecordRef,
  useDeleteRecord,
  useEndHold,
  useRecordMove,
  useRestrict,
} from './records.ts'
import type { MoreOfRecord } from './record-page.tsx'
import { type NeededMove, StatePath } from './state/state-path.tsx'
import { stateName } from './state/states.ts'
import { showDone } from './show-done.ts'
import { recordTexts as texts } from './texts.ts'

const NeededFields = lazily(() => import('./state/needed-fields.tsx'), 'NeededFields')
const HoldDialog = lazily(() => import('./parts/hold-dialog.tsx'), 'HoldDialog')
const PostStatus = lazily(() => import('./parts/post-status.tsx'), 'PostStatus')
const RenameDialog = lazily(() => import('./parts/rename-dialog.tsx'), 'RenameDialog')

/**
 * `action` is the one thing that is most to be done now, such as approving; `costOf` says what a move would undo for
 * good.
 */
export function RecordHeader(props: {
  target: RecordRef
  overview: RecordOverview
  facts: readonly ReactNode[]
  action?: ReactNode
  more?: readonly MoreOfRecord[]
  costOf?: CostOfMove | undefined
}) {
  const { target, overview, facts, action, more = [], costOf } = props
  const { record, moves, can, hold, urgent } = overview
  const [open, setOpen] = useState<Dialog>()
  // from then on it stays: what was typed is kept until it is posted
  const [hasOpenedStatus, setHasOpenedStatus] = useState(false)
  if (open === 'status' && !hasOpenedStatus) setHasOpenedStatus(true)
  const heading = useRef<HTMLHeadingElement>(null)
  useArrival(heading, 'always')
  const format = useFormat()
  const move = useRecordMove(target, overview, costOf)
  const close = () => setOpen(undefined)
  const [needing, setNeeding] = useState<NeededMove>()
  return (
    <header className={classes.header}>
      <div className={classes.facts}>
        <TextLink to={listRoute(target.kind.names)} className={classes.crumb ?? ''}>
          {texts.several(target.kind.names)}
        </TextLink>
        {facts.filter(Boolean).map((fact, index) => (
          // the facts of one page never change places
          // oxlint-disable-next-line react/no-array-index-key
          <span key={index}>{fact}</span>
        ))}
        {record.restricted ? (
          <Badge
            variant="outline"
            color="gray"
            leftSection={<IconLock size={12} />}
            title={texts.restrictedHint}
          >
            {texts.restricted}
          </Badge>
        ) : null}
        {urgent ? (
          <div>
            <StateBadge state={{ label: texts.urgent, tone: 'wrong' }} />
          </div>
        ) : null}
        {hold ? (
          <div>
            <StateBadge state={{ label: texts.hold, tone: 'signing' }} icon={IconGavel} />
          </div>
        ) : null}
      </div>
      <div className={classes.title}>
        <div className={classes.named}>
          <Title order={1} ref={heading} className={classes.name ?? ''} tabIndex={-1}>
            {record.name}
          </Title>
          <Star target={target} favourite={overview.favourite} />
        </div>
        <div className={classes.acts}>
          {action}
          {can.contribute ? (
            <Button
              size="xs"
              variant="default"
              leftSection={<IconMessage2Up size={16} aria-hidden="true" />}
              onClick={() => setOpen('status')}
            >
              {texts.status.post}
            </Button>
          ) : null}
          <RecordMenu target={target} overview={overview} more={more} onOpen={setOpen} />
        </div>
      </div>
      <StatePath
        kind={target.kind}
        state={record.status ?? ''}
        moves={moves}
        onMove={move}
        onNeeds={setNeeding}
        costOf={costOf}
      />
      {needing ? (
        <NeededFields
          overview={overview}
          move={needing}
          state={stateName(target.kind, needing.to)}
          onMove={(fields) => move(needing.to, fields)}
          onClose={() => setNeeding(undefined)}
        />
      ) : null}
      {hold ? (
        <Notice kind="caution" title={texts.hold}>
          {texts.holdSays(hold.reason, format.date(hold.set.dateUtc))}
        </Notice>
      ) : null}
      {hasOpenedStatus ? <PostStatus target={target} opened={open === 'status'} onClose={close} /> : null}
      {open === 'rename' ? <RenameDialog target={target} overview={overview} onClose={close} /> : null}
      {open === 'hold' ? <HoldDialog target={target} onClose={close} /> : null}
      {typeof open === 'object' ? open.draw(close) : null}
    </header>
  )
}

type Dialog = 'status' | 'rename' | 'hold' | MoreOfRecord

function Star({ target, favourite }: { target: RecordRef; favourite: boolean }) {
  const change = useFavourite(target)
  const Icon = favourite ? IconStarFilled : IconStar
  return (
    <ActionIcon
      variant="subtle"
      color={favourite ? 'yellow.8' : 'gray'}
      aria-pressed={favourite}
      aria-label={favourite ? texts.favourite.remove : texts.favourite.add}
      onClick={() => change.mutate(!favourite)}
    >
      <Icon size={18} aria-hidden="true" />
    </ActionIcon>
  )
}

function RecordMenu(props: {
  target: RecordRef
  overview: RecordOverview
  more: readonly MoreOfRecord[]
  onOpen: (dialog: Dialog) => void
}) {
  const { target, overview, more, onOpen } = props
  const { record, can, hold } = overview
  const navigate = useNavigate()
  const restrict = useRestrict(target, overview)
  const endHold = useEndHold(target)
  const remove = useDeleteRecord(
    target,
    record.name ?? '',
    () => void navigate({ to: listRoute(target.kind.names) }),
  )

  async function copyLink() {
    await navigator.clipboard.writeText(window.location.href)
    showDone(texts.linkCopied)
  }

  return (
    <>
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <ActionIcon variant="default" size={30} aria-label={texts.actions}>
            <IconDots size={16} aria-hidden="true" />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {can.rights.includes('name') ? (
            <Menu.Item onClick={() => onOpen('rename')}>{texts.rename}</Menu.Item>
          ) : null}
          <Menu.Item onClick={() => void copyLink()}>{texts.copyLink}</Menu.Item>
          {more.map((each) => (
            <Menu.Item key={each.label} onClick={() => onOpen(each)}>
              {each.label}
            </Menu.Item>
          ))}
          {can.restrict ? (
            <Menu.Item onClick={() => restrict.mutate(!record.restricted)}>
              {record.restricted ? texts.unrestrict : texts.restrict}
            </Menu.Item>
          ) : null}
          {can.rights.includes('hold') ? (
            <Menu.Item onClick={() => (hold ? endHold.mutate() : onOpen('hold'))}>
              {hold ? texts.endHold : texts.putOnHold}
            </Menu.Item>
          ) : null}
          {can.delete && !hold ? (
            <>
              <Menu.Divider />
              <Menu.Item color="red" onClick={() => remove.mutate()}>
                {texts.bin.delete}
              </Menu.Item>
            </>
          ) : null}
        </Menu.Dropdown>
      </Menu>
      <ErrorAlert error={remove.error ?? restrict.error ?? endHold.error} />
    </>
  )
}
